import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useWrappedDashboard } from './use-wrapped-dashboard.ts'

interface Shown {
  readonly id: string
  readonly name: string
  readonly hasRight: boolean
}

afterEach(() => Reflect.deleteProperty(window, 'flutter_inappwebview'))

function show(first: Shown) {
  const { result, rerender } = renderHook(({ id, name, hasRight }) => useWrappedDashboard(id, name, hasRight), {
    initialProps: first,
  })
  return { now: () => result.current, open: rerender }
}

const say = (message: object) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) })))

test('the app is told of each state, and turns the layouts', async () => {
  const callHandler = vi.fn(async () => {})
  Object.assign(window, { flutter_inappwebview: { callHandler } })
  const dashboard = show({ id: 'default', name: 'Plant', hasRight: true })
  expect(callHandler.mock.calls).toEqual([
    ['tbMobileDashboardStateNameHandler', 'Plant'],
    ['tbMobileDashboardLoadedHandler', true, false],
  ])
  await say({ type: 'toggleDashboardLayout' })
  expect(callHandler).toHaveBeenLastCalledWith('tbMobileDashboardLayoutHandler', true)
  expect(dashboard.now()).toMatchObject({ isInMobileApp: true, isRightOpen: true })
  await say({ type: 'toggleDashboardLayout' })
  expect(callHandler).toHaveBeenLastCalledWith('tbMobileDashboardLayoutHandler', false)

  await say({ type: 'toggleDashboardLayout' })
  dashboard.open({ id: 'pump', name: 'Pump', hasRight: false })
  expect(callHandler.mock.calls.slice(-2)).toEqual([
    ['tbMobileDashboardStateNameHandler', 'Pump'],
    ['tbMobileDashboardLoadedHandler', false, false],
  ])
  // The state has only one layout.
  await say({ type: 'toggleDashboardLayout' })
  expect(dashboard.now()).toMatchObject({ isInMobileApp: true, isRightOpen: false })
})

test('in a browser nobody is told, and messages of others change nothing', async () => {
  const dashboard = show({ id: 'default', name: 'Plant', hasRight: true })
  await say({ type: 'toggleDashboardLayout' })
  expect(dashboard.now()).toMatchObject({ isInMobileApp: false, isRightOpen: false })
})
