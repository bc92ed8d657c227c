import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TextProvider } from '../locale/use-text.tsx'
import { englishTexts } from '../testing/render-page.tsx'
import { JsonDialog } from './json-dialog.tsx'
import { JsonEditor } from './json-editor.tsx'
import { jsonFault } from './json-fault.ts'
import { editorsAreLoaded } from './testing.ts'

editorsAreLoaded()

const { t } = englishTexts()

test('any value, or an object alone, or nothing where none is required', () => {
  expect(jsonFault('', {}, t)).toBeUndefined()
  expect(jsonFault('', { isRequired: true }, t)).toBe('Enter JSON.')
  expect(jsonFault(' ', { isRequired: true, isObject: true }, t)).toBe('Enter an object, such as {}.')
  expect(jsonFault('[1]', {}, t)).toBeUndefined()
  expect(jsonFault('[1]', { isObject: true }, t)).toBe('Enter an object, such as {}.')
  expect(jsonFault('{"a":1}', { isObject: true }, t)).toBeUndefined()
  expect(jsonFault('{\n"a" 1}', { isObject: true }, t)).toBe('Line 2, column 5: A colon is expected after the key.')
})

test('a fault is told after the field was left, or once the form says so', async () => {
  const field = (isTouched: boolean) => (
    <TextProvider store={englishTexts()}>
      <JsonEditor label="Info" value="{" onChange={() => {}} isTouched={isTouched} />
    </TextProvider>
  )
  const { rerender } = render(field(false))
  const box = await screen.findByRole('textbox', { name: /^Info/ })
  expect(box.getAttribute('aria-invalid')).toBeNull()
  rerender(field(true))
  expect(screen.getByText(/Unexpected end/)).toBeTruthy()
  rerender(field(false))
  await act(async () => {
    fireEvent.blur(box)
  })
  expect(screen.getByText(/Unexpected end/)).toBeTruthy()
})

test('the dialog saves what is valid and another', async () => {
  const closed = vi.fn()
  render(
    <TextProvider store={englishTexts()}>
      <JsonDialog value={'{"a":1}'} onClose={closed} />
    </TextProvider>,
  )
  await screen.findByRole('textbox', { name: 'JSON value' })
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save).toHaveProperty('disabled', true)
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Format' }))
  })
  expect(save).toHaveProperty('disabled', false)
  fireEvent.click(save)
  expect(closed).toHaveBeenCalledWith('{\n    "a": 1\n}')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(closed).toHaveBeenLastCalledWith(null)
})
