import { act, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { useRowStops } from './use-row-stops.ts'

interface Scene {
  readonly open?: string | null
  readonly names?: readonly string[]
  /** Rows whose link to a place is loaded. */
  readonly placed?: readonly string[]
}

function Table({ open = null, names = ['P1', 'P2', 'P3'], placed = ['P2'] }: Scene) {
  const body = useRef<HTMLTableSectionElement>(null)
  const stops = useRowStops(body, open)
  return (
    <table>
      <tbody ref={body} {...stops}>
        {names.map((name) => (
          <tr key={name}>
            <td>
              <input type="checkbox" aria-label={`Select ${name}`} />
            </td>
            <td>
              <button type="button" data-row={name}>
                {name}
              </button>
            </td>
            <td>{placed.includes(name) && <a href="#place">Place of {name}</a>}</td>
            <td>
              <button type="button">More: {name}</button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const words = (element: Element | null) => element?.getAttribute('aria-label') ?? element?.textContent

/** Controls in the tab order. */
const stops = () => [...document.querySelectorAll<HTMLElement>('[tabindex="0"]')].map(words)
const others = () => document.querySelectorAll('[tabindex="-1"]').length

function press(key: string): string | null | undefined {
  if (document.activeElement) fireEvent.keyDown(document.activeElement, { key })
  return words(document.activeElement)
}

const focus = (name: string) => act(() => screen.getByText(name).focus())

test('the first row is in the tab order, then the open one, then the one that had the focus', () => {
  const { rerender } = render(<Table />)
  expect(stops()).toEqual(['Select P1', 'P1', 'More: P1'])
  expect(others()).toBe(7)
  rerender(<Table open="P3" />)
  expect(stops()).toEqual(['Select P3', 'P3', 'More: P3'])
  focus('More: P2')
  expect(stops()).toEqual(['Select P2', 'P2', 'Place of P2', 'More: P2'])
  // Stepping in the drawer opens another row.
  rerender(<Table open="P1" />)
  expect(stops()).toContain('P1')
  // A row that is gone has no controls to return to.
  rerender(<Table open={null} names={['P2', 'P3']} />)
  expect(stops()).toContain('P2')
})

test('a link that is drawn later joins the tab order of its row', () => {
  const { rerender } = render(<Table />)
  rerender(<Table placed={['P1', 'P2']} />)
  expect(stops()).toEqual(['Select P1', 'P1', 'Place of P1', 'More: P1'])
})

test('arrows move through the controls of a row and, in a column, through the rows', () => {
  render(<Table />)
  focus('P2')
  expect(['ArrowRight', 'ArrowRight', 'ArrowRight'].map(press)).toEqual(['Place of P2', 'More: P2', 'More: P2'])
  expect(['ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft'].map(press)).toEqual([
    'More: P1',
    'P1',
    'Select P1',
    'Select P1',
  ])
  expect(['ArrowDown', 'ArrowDown', 'ArrowDown'].map(press)).toEqual(['Select P2', 'Select P3', 'Select P3'])
  // The name's own keys, which also open rows, belong to the list.
  focus('P2')
  expect(press('ArrowDown')).toBe('P2')
  // Without a control in the column, the name of the row is next.
  focus('Place of P2')
  expect(press('ArrowUp')).toBe('P1')
})
