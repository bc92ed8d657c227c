import { expect, test } from 'vitest'
import { englishTexts } from '../testing/render-page.tsx'
import { contactErrors, draftOfContact, emptyContact, wireContact } from './contact-input.ts'
import { countries, countryOf, matchingCountries } from './countries.ts'

const { t } = englishTexts().current
const errorOfZip = (country: string, zip: string) => contactErrors({ ...emptyContact, country, zip }, t).zip

test('there are 249 countries, each once', () => {
  expect(countries).toHaveLength(249)
  expect(new Set(countries.map(({ code }) => code)).size).toBe(249)
  expect(new Set(countries.map(({ name }) => name)).size).toBe(249)
})

test.each([
  ['United States', '20500-0003', '2050'],
  ['Germany', '10115', '1011'],
  ['Austria', '1010', '10100'],
  ['Brazil', '01310100', '1310-100'],
  ['Canada', 'K1A 0B1', 'D1A 0B1'],
  ['Denmark', '555', '12'],
  ['Netherlands', '1012ab', '0012 AB'],
  ['Japan', '100-0001', '1000001'],
  ['Luxembourg', 'L-1009', '1009'],
  ['Poland', '00-001', '00001'],
  ['Spain', '52001', '53001'],
  ['Sweden', '111 22', '1112'],
  ['United Kingdom', 'SW1A 1AA', 'SW1A'],
])('postal codes of %s have a form', (country, good, bad) => {
  expect(countryOf(country)).toBeDefined()
  expect(errorOfZip(country, ` ${good} `)).toBeUndefined()
  expect(errorOfZip(country, bad)).toMatch(/Enter a postal code of this country, such as/)
})

test('without a country, or with one that has no form here, any postal code is taken', () => {
  expect(errorOfZip('', 'x')).toBeUndefined()
  expect(errorOfZip('Kenya', 'x')).toBeUndefined()
  expect(errorOfZip('A country of an import', 'x')).toBeUndefined()
  expect(errorOfZip('Germany', '')).toBeUndefined()
})

test('the longest text is taken, one more is not; an address has something on either side of @', () => {
  expect(contactErrors({ ...emptyContact, city: 'c'.repeat(255), email: 'admin@localhost' }, t)).toEqual({})
  const fieldErrors = contactErrors({ ...emptyContact, city: 'c'.repeat(256), email: 'admin@' }, t)
  expect(fieldErrors.city).toBe('Use at most 255 characters (now 256).')
  expect(fieldErrors.email).toMatch(/Enter an email address/)
})

test('what is empty is sent as nothing, and reads as empty', () => {
  const wire = wireContact({ ...emptyContact, city: ' Bremen ' })
  expect(wire).toMatchObject({ city: 'Bremen', email: null })
  expect(draftOfContact(wire)).toEqual({ ...emptyContact, city: 'Bremen' })
})

test('countries are found by a part of their name, in the language of the reader too', () => {
  expect(matchingCountries('germ', 'en').map(({ name }) => name)).toEqual(['Germany'])
  expect(matchingCountries('deutschl', 'de').map(({ name, label }) => [name, label])).toEqual([
    ['Germany', 'Deutschland'],
  ])
})
