import type { StateEntry } from '@sonde/model/dashboards/dashboard-states'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useOpenState } from './use-open-state.ts'

/** Configuration with these states; the first is the root unless another one is named. */
const withStates = (ids: readonly string[], rootId = ids[0]) =>
  normalizeConfiguration(
    { states: Object.fromEntries(ids.map((id) => [id, { name: id, root: id === rootId, layouts: {} }])) },
    { nowMs: 0, newId: () => 'unused' },
  )

function show(ids: readonly string[], states: readonly StateEntry[]) {
  const onStates = vi.fn()
  const props = { configuration: withStates(ids), states }
  const { result, rerender } = renderHook(
    ({ configuration, states }) => useOpenState(configuration, { states, onStates }),
    { initialProps: props },
  )
  return { openId: () => result.current.at(-1)?.id, stack: () => result.current, rerender, onStates }
}

test('the state stays open when its id changes and changes back; the address follows', () => {
  const states = [{ id: 'pump', params: { a: 1 } }]
  const { openId, rerender, onStates } = show(['default', 'pump'], states)
  expect(openId()).toBe('pump')
  expect(onStates).not.toHaveBeenCalled()
  rerender({ configuration: withStates(['default', 'valve']), states })
  expect(openId()).toBe('valve')
  const renamed = [{ id: 'valve', params: { a: 1 } }]
  expect(onStates.mock.calls).toEqual([[renamed]])
  rerender({ configuration: withStates(['default', 'valve']), states: renamed })
  rerender({ configuration: withStates(['default', 'pump']), states: renamed })
  expect(openId()).toBe('pump')
})

test('the state stays open when its id becomes a whole number, which is first in the order of states', () => {
  const states = [{ id: 'pump', params: {} }]
  const { openId, rerender } = show(['default', 'pump'], states)
  rerender({ configuration: withStates(['default', '7'], 'default'), states })
  expect(openId()).toBe('7')
  const renamed = [{ id: '7', params: {} }]
  rerender({ configuration: withStates(['default', '7'], 'default'), states: renamed })
  rerender({ configuration: withStates(['default', 'pump']), states: renamed })
  expect(openId()).toBe('pump')
})

test('another root leaves the state open; without its state the root opens', () => {
  const states: readonly StateEntry[] = []
  const { openId, stack, rerender } = show(['default', 'pump', 'valve'], states)
  expect(openId()).toBe('default')
  const before = stack()
  rerender({ configuration: withStates(['default', 'pump', 'valve'], 'pump'), states })
  expect(stack()).toBe(before)
  rerender({ configuration: withStates(['pump', 'valve']), states })
  expect(openId()).toBe('pump')
})
