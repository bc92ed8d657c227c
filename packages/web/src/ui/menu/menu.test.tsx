import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { MenuButton, type MenuItem } from './menu.tsx'

// jsdom has no layout: every element counts as visible.
beforeAll(() => {
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { get: () => document.body })
})

const names = ['Copy', 'Cut', 'Clear all', 'Clone', 'Delete']

async function drawMenu(of: Partial<Record<string, Partial<MenuItem>>> = {}) {
  const chosen: string[] = []
  const items = names.map((name) => ({ id: name, label: name, onSelect: () => chosen.push(name), ...of[name] }))
  await renderPage(
    <>
      <MenuButton label="More" icon={null} items={items} />
      <button type="button">After</button>
    </>,
    { client: {} },
  )
  return chosen
}

const button = () => screen.getByRole('button', { name: 'More' })
const focused = () => document.activeElement?.textContent
const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
const isOpen = () => button().getAttribute('aria-expanded') === 'true'

test('the arrow keys open it at the first and at the last item, and walk in circles', async () => {
  await drawMenu()
  button().focus()
  press('ArrowDown')
  expect([isOpen(), focused()]).toEqual([true, 'Copy'])
  press('ArrowUp')
  expect(focused()).toBe('Delete')
  press('ArrowDown')
  expect(focused()).toBe('Copy')
  press('End')
  press('Escape')
  expect([isOpen(), document.activeElement === button()]).toEqual([false, true])
  press('ArrowUp')
  expect(focused()).toBe('Delete')
  press('Home')
  expect(focused()).toBe('Copy')
})

test('letters jump: several typed together, or one again and again', async () => {
  await drawMenu()
  fireEvent.click(button())
  const clock = vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(1000)
  for (const letter of 'clo') press(letter)
  expect(focused()).toBe('Clone')
  clock.mockReturnValue(10_000)
  press('c')
  expect(focused()).toBe('Copy')
  press('c')
  expect(focused()).toBe('Cut')
  clock.mockRestore()
})

test('a disabled item can be reached and does nothing', async () => {
  const chosen = await drawMenu({ Copy: { isDisabled: true } })
  fireEvent.click(button())
  expect(focused()).toBe('Copy')
  const item = screen.getByRole('menuitem', { name: 'Copy', hidden: true })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(item)
  expect([chosen, isOpen()]).toEqual([[], true])
  press('ArrowDown')
  fireEvent.click(document.activeElement as Element)
  expect([chosen, isOpen()]).toEqual([['Cut'], false])
})

test('Tab closes it and leaves the focus on the button, from where the browser moves on', async () => {
  await drawMenu()
  button().focus()
  press('ArrowDown')
  expect(press('Tab')).toBe(true)
  expect([isOpen(), document.activeElement === button()]).toEqual([false, true])
})

test.each([
  ['touch', true],
  ['mouse', false],
])('a press outside by %s closes it; it presses nothing there: %s', async (pointerType, isPrevented) => {
  await drawMenu()
  fireEvent.click(button())
  const outside = screen.getByRole('button', { name: 'After' })
  const point = (type: string) => fireEvent(outside, Object.assign(new Event(type, { bubbles: true }), { pointerType }))
  point('pointerdown')
  point('pointerup')
  expect(isOpen()).toBe(false)
  const end = () => {
    const event = new Event('touchend', { bubbles: true, cancelable: true })
    fireEvent(outside, event)
    return event.defaultPrevented
  }
  expect([end(), end()]).toEqual([isPrevented, false])
})
