import { expect, test } from 'vitest'
import { currentEntry, markMatches, matchingEntries, type PaletteEntry } from './palette-entries.ts'

const entry = (label: string, over: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: label,
  group: 'g',
  label,
  icon: (() => null) as unknown as PaletteEntry['icon'],
  run: () => {},
  ...over,
})

test('all words must be in the label, in any case', () => {
  const entries = [entry('Dark theme'), entry('Light theme'), entry('Devices')]
  expect(matchingEntries(entries, 'THEME da').map((one) => one.label)).toEqual(['Dark theme'])
})

test('what the server found is not matched again', () => {
  expect(matchingEntries([entry('Pump 1', { isFound: true })], 'north hall')).toHaveLength(1)
})

test('> leaves only commands', () => {
  const entries = [entry('Devices'), entry('Add device', { isCommand: true })]
  expect(matchingEntries(entries, '>device').map((one) => one.label)).toEqual(['Add device'])
})

test('marks the matching part', () => {
  expect(markMatches('CR-07 probe', 'cr-07')).toEqual([
    { text: 'CR-07', isMatch: true },
    { text: ' probe', isMatch: false },
  ])
  expect(markMatches('CR-07 probe', 'x')).toEqual([{ text: 'CR-07 probe', isMatch: false }])
})

test('Enter runs the first match; what is offered for any text only when it was selected', () => {
  const offer = entry('Add a device named “pupm”', { isOffer: true })
  expect(currentEntry([entry('Pump 1'), offer], null)?.label).toBe('Pump 1')
  expect(currentEntry([offer], null)).toBeUndefined()
  expect(currentEntry([entry('Pump 1'), offer], offer.id)).toBe(offer)
  expect(currentEntry([], offer.id)).toBeUndefined()
})

test('what was selected stays so when other hits come before it, and the first is current when it is gone', () => {
  const selected = entry('Pump 2')
  expect(currentEntry([entry('Pump 1'), selected], selected.id)).toBe(selected)
  expect(currentEntry([entry('Pump 1')], selected.id)?.label).toBe('Pump 1')
})
