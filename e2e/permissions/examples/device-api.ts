/** Examples for the device API over HTTP: the token in the path determines the caller, even if a user is signed in. */

import { type Examples, plain } from '../examples.ts'

const anyone = 'open to anyone'
const ofDevice = (rest: object = {}, answers?: number) =>
  plain(
    anyone,
    // There are no RPC calls to this device.
    ({ side }) => ({ path: [side.deviceTokens.neighbour], ...rest }),
    answers === undefined ? {} : { answers },
  )

export const deviceApiExamples: Examples = {
  'POST /api/v1/:token/telemetry': ofDevice({ body: { a: 1 } }),
  'POST /api/v1/:token/attributes': ofDevice({ body: { a: 1 } }),
  'POST /api/v1/:token/claim': plain(anyone, ({ side }) => ({
    path: [side.deviceTokens.nobody],
    body: { secretKey: 'x' },
  })),
  // Key and secret in the body identify the caller; `device-topics.test.ts` covers those of a profile.
  'POST /api/v1/provision': plain(anyone, () => ({
    body: { provisionDeviceKey: 'of nobody', provisionDeviceSecret: 'x' },
  })),
  'GET /api/v1/:token/attributes': ofDevice({ query: { clientKeys: 'a' } }),
  // There are no updates within a millisecond.
  'GET /api/v1/:token/attributes/updates': ofDevice({ query: { timeout: 1 } }, 408),
  // No package is assigned; the tests of `ota-packages` cover downloads.
  'GET /api/v1/:token/firmware': ofDevice({ query: { title: 'x', version: '1' } }, 404),
  'GET /api/v1/:token/software': ofDevice({ query: { title: 'x', version: '1' } }, 404),
  'GET /api/v1/:token/rpc': ofDevice({ query: { timeout: 1 } }, 408),
  'POST /api/v1/:token/rpc/:requestId': plain(anyone, ({ side }) => ({
    path: [side.deviceTokens.neighbour, 1],
    body: { done: true },
  })),
  // No rule chain responds.
  'POST /api/v1/:token/rpc': ofDevice({ query: { timeout: 1 }, body: { method: 'getTime', params: {} } }, 408),
}
