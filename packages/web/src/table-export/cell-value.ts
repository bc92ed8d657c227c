/**
 * Value of a cell in an exported table. It is read from the rendered cell, so that the file matches the screen. Times
 * and numbers are recorded while the cell is rendered, so they stay times and numbers.
 */

import { isRepeated, offsetText } from '@sonde/model/time-windows/zone-time'
import { isValidElement, type ReactNode } from 'react'
import type { CellContext, EntityColumn, RowLive } from '../ui/entity-table/entity-description.ts'
import type { Format } from '../ui/format/format.ts'

/** `ms`: a time, epoch ms. Null: empty cell. */
export type CellValue = string | number | boolean | { readonly ms: number } | null

/** Text of a React node. The output of components is unknown; only their children are read. */
export function textOfNode(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint') return String(node)
  if (Array.isArray(node)) return node.map((one: ReactNode) => textOfNode(one)).join('')
  if (!isValidElement<{ readonly children?: ReactNode }>(node)) return ''
  return textOfNode(node.props.children)
}

const two = (value: number) => String(value).padStart(2, '0')

/** `2026-11-21 14:02:11` in the browser's time zone; with `.250` if `withMs`. */
export function localStamp(ms: number, withMs = false): string {
  const at = new Date(ms)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
  return `${day} ${clock}${withMs ? `.${String(at.getMilliseconds()).padStart(3, '0')}` : ''}`
}

/** Offset of the browser's time zone from UTC, ms. */
export const localOffsetMs = (ms: number): number => new Date(ms).getTimezoneOffset() * -60_000

/** Like `localStamp`, with the offset in an hour that the clock repeats. */
export const exactStamp = (ms: number, withMs = false): string =>
  localStamp(ms, withMs) + (isRepeated(ms, localOffsetMs) ? ` ${offsetText(localOffsetMs(ms))}` : '')

/** Reads the cells of an export; `t` and `nowMs` are those of the page. */
export function createCellReader({ t, nowMs }: Pick<CellContext, 't' | 'nowMs'>) {
  /** Values formatted while the current cell was rendered, by their text. */
  const noted = new Map<string, CellValue>()
  const note = (text: string, value: CellValue) => {
    noted.set(text, value)
    return text
  }
  const moment = (ms: number) => note(localStamp(ms), { ms })
  const format: Format = {
    number: (value, { unit } = {}) => (unit ? `${value} ${unit}` : note(String(value), value)),
    dateTime: moment,
    clock: moment,
    date: moment,
    when: moment,
    span: (ms) => note(String(ms / 1000), ms / 1000),
  }
  const words: CellContext['t'] = (key, values) => (key === 'ui.none' ? '' : t(key, values))

  return function read<T>(column: EntityColumn<T>, row: T, live: RowLive): CellValue {
    noted.clear()
    const context: CellContext = { t: words, format, nowMs, live }
    const text = (column.text?.(row, context) ?? textOfNode(column.cell(row, context))).trim()
    return text === '' ? null : (noted.get(text) ?? text)
  }
}
