import { expect, test } from 'vitest'
import { englishTexts } from '../testing/render-page.tsx'
import { linesOf, sitesError } from './embedding-sites.ts'

const { t } = englishTexts().current

test('sites are lines; a slash at the end and empty lines are forgiven', () => {
  expect(linesOf(' https://a.example/\n\nhttps://b.example ')).toEqual(['https://a.example', 'https://b.example'])
  expect(sitesError('https://a.example/\n', t)).toBeUndefined()
  expect(sitesError('', t)).toBeUndefined()
})

test('what is no site is named, and so are too many', () => {
  expect(sitesError('https://a.example\n*', t)).toMatch(/^\* isn’t a site/)
  expect(sitesError('https://a.example\n'.repeat(21), t)).toMatch(/at most 20/)
})
