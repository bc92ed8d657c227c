import { expect, test, vi } from 'vitest'
import { afterPress } from './after-press.ts'

const fire = (type: string) => document.dispatchEvent(new Event(type))

test('what moves the page waits for the release and its click, or runs at once', async () => {
  const order: string[] = []
  afterPress(() => order.push('at once'))
  fire('pointerdown')
  afterPress(() => order.push('after the click'))
  fire('pointerup')
  order.push('click')
  await vi.waitFor(() => expect(order).toEqual(['at once', 'click', 'after the click']))
  fire('pointerdown')
  afterPress(() => order.push('after a press that was taken away'))
  fire('pointercancel')
  await vi.waitFor(() => expect(order).toHaveLength(4))
})
