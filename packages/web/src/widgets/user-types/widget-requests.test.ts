import { expect, test } from 'vitest'
import { allowedRequest } from './widget-requests.ts'

const origin = 'https://iot.example.org'
const id = '784f394c-42b6-435a-983c-b7beff2784f9'
const path = (method: string, url: unknown) => allowedRequest(method, url, origin).path

test('widgets read entities and values, save values and call devices', () => {
  for (const [method, url] of [
    ['GET', `/api/device/${id}`],
    ['GET', `/api/tenant/deviceInfos?pageSize=10&page=0`],
    ['GET', `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=a,b`],
    ['GET', `/api/plugins/telemetry/ENTITY_VIEW/${id}/values/attributes/SERVER_SCOPE`],
    ['GET', `/api/relations?fromId=${id}&fromType=ASSET`],
    ['POST', '/api/entitiesQuery/find'],
    ['POST', `/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`],
    ['POST', `/api/plugins/telemetry/DEVICE/${id}/SHARED_SCOPE`],
    ['POST', `/api/plugins/telemetry/ASSET/${id}/attributes/SERVER_SCOPE`],
    ['POST', `/api/rpc/twoway/${id}`],
    ['POST', `/api/plugins/rpc/oneway/${id}`],
    ['DELETE', `/api/plugins/telemetry/DEVICE/${id}/SERVER_SCOPE?keys=a`],
  ] as const)
    expect(path(method, url)).toBe(url)
  expect(path('GET', `api/device/${id}`)).toBe(`/api/device/${id}`)
})

test('all other requests are refused', () => {
  for (const [method, url] of [
    ['GET', `/api/device/${id}/credentials`],
    ['GET', `/api/user/${id}/token`],
    ['GET', '/api/users?pageSize=1&page=0'],
    ['GET', `/api/edge/${id}`],
    ['GET', `/api/device/${id}/../../user/${id}/token`],
    ['GET', `/api/device/%2e%2e/user/${id}/token`],
    ['GET', `/api/device/${id}%2Fcredentials`],
    ['GET', `/api/device/${id}\\credentials`],
    ['GET', `//other.example/api/device/${id}`],
    ['GET', `https://other.example/api/device/${id}`],
    ['GET', `/api//other.example/api/device/${id}`],
    ['GET', '/api/admin/settings/mail'],
    ['POST', '/api/device'],
    ['POST', '/api/auth/login'],
    ['POST', `/api/plugins/telemetry/DEVICE/${id}/CLIENT_SCOPE`],
    ['DELETE', `/api/device/${id}`],
    ['DELETE', `/api/plugins/telemetry/DEVICE/${id}/timeseries/delete`],
    ['PUT', `/api/device/${id}`],
    ['constructor', `/api/device/${id}`],
    ['GET', { toString: () => '/api/devices' }],
    ['GET', null],
  ] as const)
    expect(() => path(method, url)).toThrow(/Widgets can’t send/)
})
