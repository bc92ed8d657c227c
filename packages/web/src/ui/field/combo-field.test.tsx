import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { ComboField, type ComboOption } from './combo-field.tsx'
import { ComboListField } from './combo-list-field.tsx'

const fruits: ComboOption[] = ['Apple', 'Apricot', 'Pear'].map((label) => ({ value: label.toLowerCase(), label }))
const find = async (text: string) => fruits.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))

function One({ load = find, ofText }: { load?: typeof find; ofText?: (text: string) => ComboOption }) {
  const [value, setValue] = useState<ComboOption | null>(null)
  return (
    <ComboField
      label="Fruit"
      isOptional
      source={['fruit']}
      load={load}
      value={value}
      onChange={setValue}
      ofText={ofText}
    />
  )
}

function Many() {
  const [values, setValues] = useState<readonly ComboOption[]>([])
  return <ComboListField label="Fruits" source={['fruit']} load={find} values={values} onChange={setValues} />
}

const field = () => screen.getByRole('combobox') as HTMLInputElement

test('what is typed searches; the arrows walk, Enter takes', async () => {
  await renderPage(<One />, { client: {} })
  fireEvent.change(field(), { target: { value: 'ap' } })
  await waitFor(() =>
    expect(screen.getAllByRole('option', { hidden: true }).map((one) => one.textContent)).toEqual(['Apple', 'Apricot']),
  )
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  fireEvent.keyDown(field(), { key: 'ArrowDown' })
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(field().value).toBe('Apricot')
  expect(field().getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(screen.getByRole('button', { name: 'Clear Fruit' }))
  expect(field().value).toBe('')
})

test('Enter takes the first match of a search, and sends no form before there is one', async () => {
  await renderPage(<One />, { client: {} })
  fireEvent.change(field(), { target: { value: 'ap' } })
  expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(false)
  expect(field().value).toBe('ap')
  await screen.findByRole('option', { name: 'Apple', hidden: true })
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(field().value).toBe('Apple')
  // No search text: Enter may submit the form.
  expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(true)
})

test('a text that is no choice is dropped when the field is left, or taken where that is allowed', async () => {
  const { unmount } = await renderPage(<One />, { client: {} })
  fireEvent.change(field(), { target: { value: 'Plum' } })
  expect(await screen.findByText('Nothing matches “Plum”.')).toBeTruthy()
  fireEvent.blur(field())
  expect(field().value).toBe('')
  unmount()
  await renderPage(<One ofText={(text) => ({ value: text, label: text })} />, { client: {} })
  fireEvent.change(field(), { target: { value: 'Plum' } })
  fireEvent.click(await screen.findByRole('option', { hidden: true }))
  expect(field().value).toBe('Plum')
  fireEvent.change(field(), { target: { value: 'Quince' } })
  fireEvent.blur(field())
  expect(field().value).toBe('Quince')
  fireEvent.change(field(), { target: { value: 'Date' } })
  await screen.findByRole('option', { hidden: true })
  fireEvent.pointerDown(document.body)
  fireEvent.pointerUp(document.body)
  fireEvent.blur(field())
  expect(field().value).toBe('Date')
  fireEvent.change(field(), { target: { value: ' Fig ' } })
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(field().value).toBe('Fig')
  fireEvent.change(field(), { target: { value: 'Nut' } })
  fireEvent.keyDown(field(), { key: 'Escape' })
  fireEvent.blur(field())
  expect(field().value).toBe('Fig')
})

test('choices that cannot be loaded say so', async () => {
  await renderPage(<One load={vi.fn().mockRejectedValue(new Error('down'))} />, { client: {} })
  fireEvent.click(field())
  expect(await screen.findByText('Couldn’t load the options.')).toBeTruthy()
})

test('several are chosen one after the other, each once, and can be dropped', async () => {
  await renderPage(<Many />, { client: {} })
  for (const name of ['Pear', 'Apple', 'Pear']) {
    fireEvent.click(field())
    fireEvent.click(await screen.findByRole('option', { name, hidden: true }))
    // An open list would cover the choices and the buttons of a dialog.
    expect(field().getAttribute('aria-expanded')).toBe('false')
  }
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['Pear', 'Apple'])
  fireEvent.click(screen.getByRole('button', { name: 'Remove Pear' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})
