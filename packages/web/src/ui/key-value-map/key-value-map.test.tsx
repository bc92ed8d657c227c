import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TextProvider } from '../../locale/use-text.tsx'
import { englishTexts } from '../../testing/render-page.tsx'
import { KeyValueMap } from './key-value-map.tsx'
import type { StringMap } from './map-rows.ts'

function Host() {
  const [map, setMap] = useState<StringMap | null>({ deviceName: 'Pump' })
  return (
    <TextProvider store={englishTexts()}>
      <KeyValueMap label="Metadata" value={map} onChange={setMap} />
      <output>{JSON.stringify(map)}</output>
    </TextProvider>
  )
}

const reported = () => screen.getByRole('status').textContent

test('a row needs key and value, and no key stands twice; what was typed stays meanwhile', () => {
  render(<Host />)
  fireEvent.click(screen.getByRole('button', { name: 'Add row' }))
  expect(reported()).toBe('null')
  const key = screen.getByLabelText('Key of row 2')
  fireEvent.change(key, { target: { value: ' deviceName ' } })
  fireEvent.blur(key)
  expect(screen.getByText('This key is used in another row.')).toBeTruthy()
  fireEvent.change(key, { target: { value: 'ts' } })
  expect(screen.getByText('Enter a value.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Value of row 2'), { target: { value: '1' } })
  expect(reported()).toBe('{"deviceName":"Pump","ts":"1"}')
  fireEvent.click(screen.getByRole('button', { name: 'Remove row 1' }))
  expect(reported()).toBe('{"ts":"1"}')
})
