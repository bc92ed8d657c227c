// @vitest-environment node
import { expect, test } from 'vitest'
import { unzip } from '../testing/unzip.ts'
import { columnLetters, createXlsx, rowXml, xmlText } from './xlsx-sheet.ts'

const sheetOf = async (file: Blob) => (await unzip(file)).get('xl/worksheets/sheet1.xml') ?? ''

test('the archive is whole, and its sheet holds the head and every row', async () => {
  const xlsx = await createXlsx({ title: 'Devices [1]: all', heads: ['Name', 'Value'] })
  const count = 6_000
  for (let from = 0; from < count; from += 1000) {
    await xlsx.add(Array.from({ length: 1000 }, (_, at) => [`Pump 🌉 ${from + at}`, from + at]))
  }
  const file = await xlsx.finish()
  const parts = await unzip(file)
  expect([...parts.keys()]).toContain('[Content_Types].xml')
  expect(parts.get('xl/workbook.xml')).toContain('<sheet name="Devices  1   all"')
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet.match(/<row /g)?.length).toBe(count + 1)
  expect(sheet).toContain('>Pump 🌉 5999</t>')
  expect(sheet).not.toContain('\uFFFD')
  expect(sheet.endsWith('</sheetData></worksheet>')).toBe(true)
})

test('numbers, truths, moments and texts keep their kinds; a formula is text', async () => {
  const noon = new Date(2026, 10, 21, 12).getTime()
  const xml = rowXml(['=1+1', -18.4, true, { ms: noon }, null, '<&">\u0000\uD800', Number.NaN], 7)
  expect(xml).toContain('<c r="A7" s="0" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>')
  expect(xml).toContain('<c r="B7"><v>-18.4</v></c><c r="C7" t="b"><v>1</v></c><c r="D7" s="2"><v>46347.5</v></c>')
  expect(xml).not.toContain('r="E7"')
  expect(xml).toContain('&lt;&amp;&quot;&gt;\uFFFD\uFFFD')
  expect(xml).toContain('>NaN</t>')
  expect(xml).not.toContain('<f>')
  expect(xmlText('line\nbreak')).toBe('line\nbreak')
})

test('columns are lettered', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})

test('a sheet without rows is a sheet', async () => {
  const xlsx = await createXlsx({ title: '', heads: [] })
  expect(await sheetOf(await xlsx.finish())).toContain('<row r="1"></row></sheetData>')
})
