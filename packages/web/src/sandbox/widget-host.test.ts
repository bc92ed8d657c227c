import { expect, test, vi } from 'vitest'
import { createWidgetHost, messagesMax } from './widget-host.ts'
import type { ToWidget, WidgetData } from './widget-protocol.ts'

const data = { points: [] } as unknown as WidgetData
const code = { html: '', css: '', script: '', resources: [] }

function hostOf(answer: (method: string, args: readonly unknown[]) => unknown = () => null) {
  const sent: ToWidget[] = []
  let timers: (() => void)[] = []
  const deps = {
    post: (message: ToWidget) => void sent.push(message),
    after(_: number, run: () => void) {
      timers.push(run)
      return () => {
        timers = timers.filter((one) => one !== run)
      }
    },
    nowMs: () => 0,
    onTrouble: vi.fn(),
    answer,
    onBusy: vi.fn(),
    end: vi.fn(),
  }
  /** Runs the timers that are set now. */
  function elapse() {
    const due = timers
    timers = []
    for (const run of due) run()
  }
  return { host: createWidgetHost(deps), sent, elapse, ...deps }
}

const seqOf = (message: ToWidget | undefined) => (message && 'seq' in message ? message.seq : null)

test('updates wait until the widget is done, and are merged', () => {
  const { host, sent, onBusy } = hostOf()
  host.start(code, data)
  host.update({ isEdit: true, points: [[0, [[1, 1]]]] })
  host.update({
    isMobile: true,
    points: [
      [0, [[2, 2]]],
      [1, [[3, 3]]],
    ],
  })
  expect(sent).toHaveLength(1)
  host.receive({ kind: 'done', seq: 99 })
  expect(sent).toHaveLength(1)
  host.receive({ kind: 'done', seq: seqOf(sent[0]) })
  expect(sent[1]).toMatchObject({
    kind: 'update',
    data: {
      isEdit: true,
      isMobile: true,
      points: [
        [0, [[2, 2]]],
        [1, [[3, 3]]],
      ],
    },
  })
  expect(onBusy.mock.calls.flat()).toEqual([true, false, true])
})

test('a widget that doesn’t answer ends, also between updates', () => {
  const { host, sent, elapse, onTrouble, end, onBusy } = hostOf()
  host.start(code, data)
  host.receive({ kind: 'done', seq: seqOf(sent[0]) })
  elapse()
  expect(sent.at(-1)?.kind).toBe('ping')
  elapse()
  expect(onTrouble).not.toHaveBeenCalled()
  elapse()
  expect(onTrouble).toHaveBeenCalledExactlyOnceWith({ kind: 'silent', isFatal: true })
  expect(end).toHaveBeenCalledOnce()
  expect(onBusy).toHaveBeenLastCalledWith(false)
  host.update({ isEdit: true })
  expect(sent).toHaveLength(2)
})

test('a widget that sends too much, or leaves, ends', () => {
  const noisy = hostOf()
  noisy.host.start(code, data)
  for (let i = 0; i <= messagesMax; i++) noisy.host.receive('x')
  expect(noisy.onTrouble).toHaveBeenCalledExactlyOnceWith({ kind: 'noisy', isFatal: true })
  const left = hostOf()
  left.host.leave()
  left.host.leave()
  expect(left.onTrouble).toHaveBeenCalledExactlyOnceWith({ kind: 'left', isFatal: true })
})

test('questions are answered, with errors as texts', async () => {
  const { host, sent } = hostOf((method, [value]) => {
    if (method === 'fail') throw new Error('no')
    return Promise.resolve(value)
  })
  host.receive({ kind: 'asks', call: 1, method: 'echo', args: ['x'] })
  host.receive({ kind: 'asks', call: 2, method: 'fail', args: [] })
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual(
    expect.arrayContaining([
      { kind: 'answer', call: 1, value: 'x', error: null },
      { kind: 'answer', call: 2, value: null, error: 'no' },
    ]),
  )
})
