import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ValueCheckField } from './value-check-field.tsx'

test('tells the values of its own; what is neither is off', () => {
  const reported = vi.fn()
  const field = (value: string | null) => (
    <ValueCheckField label="Open" value={value} onValue="Y" offValue="N" onChange={reported} />
  )
  const { rerender } = render(field('?'))
  const box = screen.getByLabelText<HTMLInputElement>('Open')
  expect(box.checked).toBe(false)
  fireEvent.click(box)
  expect(reported).toHaveBeenLastCalledWith('Y')
  rerender(field('Y'))
  fireEvent.click(box)
  expect(reported).toHaveBeenLastCalledWith('N')
})
