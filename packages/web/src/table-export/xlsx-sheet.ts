/**
 * XLSX file with one sheet, written row by row (ECMA-376, part 1): bold frozen header, numbers as numbers, times as
 * dates in the browser's time zone, as text with the offset in an hour that the clock repeats. Text is always stored as text, never as a formula.
 */

import { isRepeated } from '@sonde/model/time-windows/zone-time'
import { type CellValue, exactStamp, localOffsetMs } from './cell-value.ts'
import { createZip } from './zip-file.ts'

/** Maximum rows of a sheet, including the header. */
export const sheetRowsMax = 1_048_576
/** Maximum characters of a cell. */
const cellLengthMax = 32_767
const sheetNameLengthMax = 31
const dayMs = 86_400_000
/** Days between the spreadsheet epoch and 1970-01-01. */
const epochDays = 25_569
/** Style indexes in `styles.xml`: default, header, time. */
const style = { plain: 0, head: 1, moment: 2 } as const
const columnWidth = 22

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML 1.0 forbids: control characters, lone surrogates and two noncharacters. */
const noXml = /\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu
const isKnownControl = (sign: string) => sign === '\t' || sign === '\n' || sign === '\r'

export const xmlText = (text: string): string =>
  text
    .replaceAll(noXml, (sign) => (isKnownControl(sign) ? sign : '\uFFFD'))
    .replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** Letters of a column counted from 0: `A`, `Z`, `AA`. */
export function columnLetters(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : columnLetters(Math.floor(at / 26) - 1) + letter
}

/** Spreadsheet date (days since its epoch) of the local time. */
function sheetDays(ms: number): number {
  return (ms - new Date(ms).getTimezoneOffset() * 60_000) / dayMs + epochDays
}

function cellXml(value: CellValue, at: string, isHead: boolean): string {
  if (value === null) return ''
  if (typeof value === 'number' && Number.isFinite(value)) return `<c r="${at}"><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`
  if (typeof value === 'object' && !isRepeated(value.ms, localOffsetMs))
    return `<c r="${at}" s="${style.moment}"><v>${sheetDays(value.ms)}</v></c>`
  const text = xmlText((typeof value === 'object' ? exactStamp(value.ms) : String(value)).slice(0, cellLengthMax))
  return `<c r="${at}" s="${isHead ? style.head : style.plain}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

export function rowXml(values: readonly CellValue[], row: number, isHead = false): string {
  const cells = values.map((value, at) => cellXml(value, `${columnLetters(at)}${row}`, isHead)).join('')
  return `<row r="${row}">${cells}</row>`
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`
const rootRelations = `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
const workbookRelations = `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`
/** `clock`: format of the time of day. */
const styles = (clock: string) =>
  `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd ${clock}"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** Removes characters that sheet names can't contain, and truncates. */
const sheetName = (title: string): string =>
  title
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .slice(0, sheetNameLengthMax)
    .trim() || '1'

export interface XlsxParts {
  readonly title: string
  readonly heads: readonly string[]
  /** Writes times with milliseconds. */
  readonly withMs?: boolean
}

/** `add` takes rows without the header; `finish` returns the file. */
export async function createXlsx({ title, heads, withMs = false }: XlsxParts) {
  const zip = createZip()
  await zip.add('[Content_Types].xml', contentTypes)
  await zip.add('_rels/.rels', rootRelations)
  await zip.add('xl/_rels/workbook.xml.rels', workbookRelations)
  await zip.add(
    'xl/workbook.xml',
    `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="${xmlText(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  )
  await zip.add('xl/styles.xml', styles(withMs ? 'hh:mm:ss.000' : 'hh:mm:ss'))
  const sheet = zip.begin('xl/worksheets/sheet1.xml')
  const width = heads.length
  let row = 1
  await sheet.write(
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${Math.max(1, width)}" width="${columnWidth}" customWidth="1"/></cols><sheetData>${rowXml(heads, row, true)}`,
  )
  return {
    async add(rows: readonly (readonly CellValue[])[]): Promise<void> {
      await sheet.write(rows.map((values) => rowXml(values, ++row)).join(''))
    },
    async finish(): Promise<Blob> {
      await sheet.write('</sheetData></worksheet>')
      await sheet.end()
      return new Blob([...zip.finish()], { type: `${types}.sheet` })
    },
  }
}
