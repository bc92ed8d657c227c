import { ApiError, SessionError } from '@sonde/client'
import { expect, test } from 'vitest'
import { reactionTo } from './request-errors.ts'

const t = (key: string) => key
const failure = (status: number, errorCode?: number, body: unknown = 'Told by the server') =>
  new ApiError({ status, errorCode, message: 'Told by the server', method: 'GET', path: '/api/device/1', body })

test.each([
  ['no answer', failure(0), '/api/device/1', { kind: 'toast', text: 'shell.unableToConnect' }],
  ['403', failure(403, 20), '/api/device/1', { kind: 'forbidden' }],
  ['expired credentials', failure(401, 15), '/api/device/1', { kind: 'none' }],
  ['another 401', failure(401, 10), '/api/device/1', { kind: 'toast', text: 'Told by the server' }],
  ['404', failure(404, 32), '/api/device/1', { kind: 'toast', text: 'shell.notFound' }],
  ['404 of a call to a device', failure(404, 32), '/api/rpc/twoway/1', { kind: 'none' }],
  ['504 of a call to a device', failure(504), '/api/rpc/twoway/1', { kind: 'none' }],
  ['400', failure(400, 31), '/api/device', { kind: 'toast', text: 'Told by the server' }],
  ['500 without a word', failure(500, undefined, null), '/api/device', { kind: 'toast', text: 'Told by the server' }],
  [
    '500 that wants to be told later',
    failure(500, 2, { message: 'Told by the server', timeout: 250 }),
    '/api/device',
    { kind: 'toast', text: 'Told by the server', delayMs: 250 },
  ],
  ['the end of the session', new SessionError('refreshTokenExpired'), '/api/device', { kind: 'none' }],
])('%s', (_name, error, path, reaction) => {
  expect(reactionTo(error, path, t)).toEqual(reaction)
})
