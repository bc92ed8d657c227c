import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { KeyLabel } from './key-label.tsx'

const show = (of: string, name?: string) =>
  render(<KeyLabel of={of} description={name === undefined ? undefined : { key: of, name }} />).container

test('the name comes before the key; a key without a name stands alone', () => {
  expect(show('flow', 'Flow').textContent).toBe('Flow flow')
  expect([show('flow').textContent, show('flow', 'flow').textContent]).toEqual(['flow', 'flow'])
})

test('a key may break after its separators, and keeps its text', () => {
  const label = show('target_fw.ts')
  expect(label.textContent).toBe('target_fw.ts')
  expect(label.querySelectorAll('wbr').length).toBe(2)
})
