import { expect, test } from 'vitest'
import { type ListedType, searchTypes } from './library-types.ts'

const type = (name: string, description: string | null, bundleTitle: string): ListedType => ({
  key: name,
  isSystem: true,
  bundleAlias: 'bundle',
  bundleTitle,
  alias: name.toLowerCase().replaceAll(' ', '_'),
  name,
  image: null,
  description,
  descriptor: { type: 'latest' },
})

test('all words of a search must be in the name, the description or the title of the bundle', () => {
  const types = [type('Line chart', 'Values over time', 'Charts'), type('Ring', null, 'Digital gauges')]
  const found = (text: string) => searchTypes(types, text).map(({ name }) => name)
  expect(found('')).toEqual(['Line chart', 'Ring'])
  expect(found(' TIME  charts ')).toEqual(['Line chart'])
  expect(found('gauge')).toEqual(['Ring'])
  expect(found('gauge time')).toEqual([])
})
