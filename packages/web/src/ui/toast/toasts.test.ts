import { expect, test, vi } from 'vitest'
import { createToasts } from './toasts.ts'

test('ignores a toast that equals one on screen', () => {
  const toasts = createToasts()
  toasts.show({ text: 'Saved' })
  toasts.show({ text: 'Saved' })
  toasts.show({ text: 'Saved', kind: 'error' })
  expect(toasts.entries().map((entry) => entry.kind)).toEqual(['info', 'error'])
})

test('shows three at most, the oldest goes', () => {
  const toasts = createToasts()
  for (const text of ['a', 'b', 'c', 'd']) toasts.show({ text })
  expect(toasts.entries().map((entry) => entry.text)).toEqual(['b', 'c', 'd'])
})

test('errors stay until closed, actions stay 8 s', () => {
  const toasts = createToasts()
  toasts.show({ text: 'x', kind: 'error' })
  toasts.show({ text: 'y', action: { label: 'Undo', onSelect: () => {} } })
  expect(toasts.entries().map((entry) => entry.durationMs)).toEqual([undefined, 8000])
})

test('expires unless its action was chosen', () => {
  const toasts = createToasts()
  const onExpire = vi.fn()
  toasts.show({ text: 'a', onExpire })
  toasts.show({ text: 'b', onExpire })
  const [a, b] = toasts.entries()
  if (a) toasts.dismiss(a.id, true)
  if (b) toasts.dismiss(b.id)
  expect(onExpire).toHaveBeenCalledTimes(1)
})
