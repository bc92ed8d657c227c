import { afterEach, expect, test, vi } from 'vitest'
import { isInMobileApp, navigateInWrapper, runMobileAction, wrapperMessage } from './mobile-bridge.ts'

afterEach(() => Reflect.deleteProperty(window, 'flutter_inappwebview'))

/** Fake mobile app with this response. */
function wrap(answer: () => Promise<unknown>) {
  const callHandler = vi.fn((..._: unknown[]) => answer())
  Object.assign(window, { flutter_inappwebview: { callHandler } })
  return callHandler
}

test('the app is told where to go; that it refuses changes nothing', async () => {
  expect(isInMobileApp()).toBe(false)
  const callHandler = wrap(() => Promise.reject(new Error('no such place')))
  expect(isInMobileApp()).toBe(true)
  navigateInWrapper('/devices', { textSearch: 'pump' })
  expect(callHandler.mock.calls).toEqual([['tbMobileNavigationHandler', '/devices', { textSearch: 'pump' }]])
})

test('an action of the phone has a result, none, or an error', async () => {
  const callHandler = wrap(async () => ({ hasResult: true, hasError: false, result: { code: '42', format: 'QR' } }))
  expect(await runMobileAction({ type: 'scanQrCode' })).toEqual({
    kind: 'result',
    result: { code: '42', format: 'QR' },
  })
  expect(callHandler.mock.calls).toEqual([['tbMobileHandler', 'scanQrCode']])
  wrap(async () => ({ hasResult: false, hasError: false }))
  expect(await runMobileAction({ type: 'takePhoto' })).toEqual({ kind: 'empty' })
  wrap(async () => ({ hasResult: false, hasError: true, error: 'no camera' }))
  expect(await runMobileAction({ type: 'takePhoto' })).toEqual({ kind: 'error', error: 'no camera' })
  wrap(() => Promise.reject(new Error('gone')))
  expect(await runMobileAction({ type: 'getLocation' })).toEqual({ kind: 'error', error: 'gone' })
  wrap(async () => undefined)
  expect(await runMobileAction({ type: 'getLocation' })).toEqual({ kind: 'empty' })
})

test('an action is given what it needs, in the order of the wire', async () => {
  const callHandler = wrap(async () => ({ hasResult: true, result: { launched: true } }))
  await runMobileAction({ type: 'mapDirection', latitude: 52.1, longitude: 4.3 })
  await runMobileAction({ type: 'makePhoneCall', number: '+31 6' })
  expect(callHandler.mock.calls).toEqual([
    ['tbMobileHandler', 'mapDirection', 52.1, 4.3],
    ['tbMobileHandler', 'makePhoneCall', '+31 6'],
  ])
})

test('outside of an app there is no phone', async () => {
  expect(await runMobileAction({ type: 'takePhoto' })).toMatchObject({ kind: 'error' })
})

test('layouts are turned by a message without data', () => {
  expect(wrapperMessage('{"type":"toggleDashboardLayout"}')).toEqual({ kind: 'toggleLayout' })
})

test('a dashboard is asked for with its state and how it is shown', () => {
  const data = { dashboardId: 'd1', state: 'abc', hideToolbar: true, embedded: false }
  expect(wrapperMessage(JSON.stringify({ type: 'openDashboardMessage', data }))).toEqual({
    kind: 'openDashboard',
    wish: { dashboardId: 'd1', search: { state: 'abc', hideToolbar: 'true' } },
  })
})

test('a user comes with both tokens', () => {
  const data = { accessToken: 'a', refreshToken: 'r' }
  expect(wrapperMessage(JSON.stringify({ type: 'reloadUserMessage', data }))).toEqual({
    kind: 'reloadUser',
    tokens: { token: 'a', refreshToken: 'r' },
  })
  expect(wrapperMessage(JSON.stringify({ type: 'reloadUserMessage', data: { accessToken: 'a' } }))).toBeUndefined()
})

test.each([['not JSON'], ['null'], ['{"type":"widgetException"}'], [{ type: 'openDashboardMessage' }]])(
  'what is not the app’s is left alone: %s',
  (message) => {
    expect(wrapperMessage(message)).toBeUndefined()
  },
)
