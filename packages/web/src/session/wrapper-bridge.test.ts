import { expect, test } from 'vitest'
import { wrapperMessage } from './wrapper-bridge.ts'

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
