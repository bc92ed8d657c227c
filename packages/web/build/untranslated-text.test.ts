import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { untranslatedTexts } from './untranslated-text.ts'

const sources = join(import.meta.dirname, '../src')
/** Names and examples of code that no language changes. */
const names = new Set([
  'Sonde',
  'setValue',
  '-----BEGIN CERTIFICATE-----',
  'coap://platform.example:5683',
  'org.example.app',
])

test('words in components are found, whatever way they are put there', () => {
  const source = `const x = <b title="Save it" id="main" label="ui.save">
    Text {isOpen ? 'Close' : t('ui.open')} {count && \`\${count} rows\`}<kbd>Esc</kbd> Sonde
  </b>`
  expect(untranslatedTexts('x.tsx', source, new Set(['Sonde'])).sort()).toEqual([
    '1: Save it',
    '2: Close',
    '2: Text',
    '2: rows',
  ])
})

test('every text of a component comes from the message files', () => {
  // The catalogue and its stories are read by who builds the pages.
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.tsx') && !file.endsWith('.test.tsx') && !/(^|\/)(testing|catalogue\/)|\.story\.tsx$/.test(file),
  )
  expect(files.length).toBeGreaterThan(50)
  const found = files.flatMap((file) =>
    untranslatedTexts(file, readFileSync(join(sources, file), 'utf8'), names).map((text) => `${file}:${text}`),
  )
  expect(found).toEqual([])
})
