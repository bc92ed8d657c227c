import type { LiveClient } from '@sonde/client/live/live-client'
import { expect, test, vi } from 'vitest'
import { watchAlarms } from './watch-alarms.ts'

type Handlers = Parameters<LiveClient['subscribeAlarmData']>[1]

function setUp() {
  const handlers: Handlers[] = []
  const live = {
    subscribeAlarmData: (_: unknown, given: Handlers) => {
      handlers.push(given)
      return () => {}
    },
  } as unknown as LiveClient
  const onChange = vi.fn()
  watchAlarms(live, [{ filter: { type: 'entityType', entityType: 'DEVICE' }, windowMs: 1_000 }], 0, onChange)
  const page = (...createdTimes: number[]) =>
    handlers[0]?.onPage({ data: createdTimes.map((createdTime) => ({ createdTime })) } as never, 0, 0)
  return { page, onChange }
}

test('the first page changes nothing where all alarms are old; a later one does', async () => {
  const { page, onChange } = setUp()
  page(Date.now() - 3_600_000)
  await new Promise((resolve) => setTimeout(resolve))
  expect(onChange).not.toHaveBeenCalled()
  page(Date.now() - 3_600_000)
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
})

test('an alarm raised between the load and the subscription is a change', async () => {
  const { page, onChange } = setUp()
  page(Date.now() - 500)
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
})
