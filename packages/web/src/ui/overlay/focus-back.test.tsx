import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useFocusBack, useFocusReturn } from './focus-back.ts'

afterEach(cleanup)

function Returning() {
  const element = useRef<HTMLDivElement>(null)
  useFocusReturn(element)
  return (
    <div ref={element}>
      <button type="button">Undo</button>
      <button type="button">Close</button>
    </div>
  )
}

function Leaving({ name }: { name: string }) {
  const element = useRef<HTMLLIElement>(null)
  useFocusBack(element, (item) => {
    const next = item.nextElementSibling
    return () => next?.querySelector('button')
  })
  return (
    <li ref={element}>
      <button type="button">{name}</button>
    </li>
  )
}

const Page = ({ hasBar, names = [] }: { hasBar?: boolean; names?: readonly string[] }) => (
  <main id="content" tabIndex={-1}>
    <input aria-label="Label" />
    <ul>
      {names.map((name) => (
        <Leaving key={name} name={name} />
      ))}
    </ul>
    {hasBar && <Returning />}
  </main>
)

const focus = (element: HTMLElement) => act(() => element.focus())
const button = (name: string) => screen.getByRole('button', { name })

test('what goes with the focus inside gives it back to where it came from', async () => {
  const { rerender } = render(<Page hasBar />)
  focus(screen.getByLabelText('Label'))
  focus(button('Undo'))
  focus(button('Close'))
  await act(async () => rerender(<Page />))
  expect(document.activeElement).toBe(screen.getByLabelText('Label'))
})

test('a focus elsewhere is left alone', async () => {
  const { rerender } = render(<Page names={['One', 'Two']} hasBar />)
  focus(button('Undo'))
  focus(button('Two'))
  await act(async () => rerender(<Page names={['Two']} />))
  expect(document.activeElement).toBe(button('Two'))
})

test('the neighbour inherits, and where there is none the content of the page', async () => {
  const { rerender } = render(<Page names={['One', 'Two']} />)
  focus(button('One'))
  await act(async () => rerender(<Page names={['Two']} />))
  expect(document.activeElement).toBe(button('Two'))
  await act(async () => rerender(<Page />))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
