/** Functions of a table's settings and columns: post-processing, style and content of cells, style of rows. */

import type { DashboardWidget, DataKey } from '@sonde/model/dashboards/dashboard-configuration'
import { doesSomething } from '@sonde/model/dashboards/known-functions'
import { functionValue, resultText } from '@sonde/model/dashboards/series-column'
import { readCellFunctions, readRowFunctions } from '@sonde/model/widgets/table-functions'
import { type CSSProperties, useMemo } from 'react'
import { type CallMemo, cellStyleOf, type NamedFunction, useCallMemo } from '../dashboards/widget-api.ts'

/** Functions that tables run; see `WidgetType.runs`. */
export const tableFunctionNames = ['rowStyleFunction', 'cellStyleFunction', 'cellContentFunction'] as const

/** A row as functions get it. */
export interface FunctionRow {
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
  /** Text of the data: changes with it. */
  readonly text: string
}

export const functionRow = (id: string, data: Readonly<Record<string, unknown>>): FunctionRow => ({
  id,
  data,
  text: JSON.stringify(data),
})

export interface FunctionCell {
  readonly style: CSSProperties | undefined
  /** HTML, or text without markup; null: the plain value. */
  readonly content: string | null
}

export interface TableFunctions {
  /** Latest value of a row after post-processing; empty until its first result. */
  readonly processed: (dataKey: DataKey, rowId: string, value: { ts: number; value: string }) => string
  /** Whether cells of this column need their row's data. */
  readonly ofCell: (dataKey: DataKey) => boolean
  readonly hasAny: boolean
  readonly cell: (dataKey: DataKey, value: unknown, row: FunctionRow) => FunctionCell
  readonly rowStyle: (row: FunctionRow) => CSSProperties | undefined
}

const plainCell: FunctionCell = { style: undefined, content: null }

/** `rowName`: name of the argument that is the row. */
export function useTableFunctions(widget: DashboardWidget, rowName: string): TableFunctions {
  const memo = useCallMemo(widget.id)
  return useMemo(() => tableFunctions(widget, rowName, memo), [widget, rowName, memo])
}

const processingArgs = ['time', 'value', 'prevValue', 'timePrev', 'prevOrigValue']

interface ColumnFunctions {
  readonly style: NamedFunction | null
  readonly content: NamedFunction | null
  readonly processing: NamedFunction | null
}

export function tableFunctions({ config }: DashboardWidget, rowName: string, memo: CallMemo): TableFunctions {
  const argNames = ['value', rowName, 'ctx']
  const named = (setting: string, of: string, isOn: boolean, body: string, names: readonly string[] = argNames) =>
    isOn && doesSomething(body) ? { setting, of, argNames: names, body } : null

  const { values } = readRowFunctions(config.settings)
  const row = named('rowStyleFunction', '', values.useRowStyleFunction, values.rowStyleFunction, [rowName, 'ctx'])
  const columns = new Map<DataKey, ColumnFunctions>()
  for (const { dataKeys } of config.alarmSource ? [...config.datasources, config.alarmSource] : config.datasources) {
    for (const dataKey of dataKeys) {
      const { values: cell } = readCellFunctions(dataKey.settings)
      const { label, usePostProcessing, postFuncBody } = dataKey
      const found = {
        style: named('cellStyleFunction', label, cell.useCellStyleFunction, cell.cellStyleFunction),
        content: named('cellContentFunction', label, cell.useCellContentFunction, cell.cellContentFunction),
        processing: named('postFuncBody', label, usePostProcessing, postFuncBody ?? '', processingArgs),
      }
      if (found.style || found.content || found.processing) columns.set(dataKey, found)
    }
  }
  const ofCell = (dataKey: DataKey) => {
    const found = columns.get(dataKey)
    return found !== undefined && (found.style !== null || found.content !== null)
  }

  return {
    processed(dataKey, rowId, { ts, value }) {
      const processing = columns.get(dataKey)?.processing
      if (!processing || value === '') return value
      const done = memo.result(processing, `${columnId(dataKey)} ${rowId}`, `${ts} ${value}`, (before) => [
        ts,
        functionValue(value),
        before ? (before.value ?? before.args[2]) : 0,
        before?.args[0] ?? 0,
        before?.args[1] ?? 0,
      ])
      return done ? resultText(done.value) : ''
    },
    ofCell,
    hasAny: row !== null || [...columns.keys()].some(ofCell),
    cell(dataKey, value, { id, data, text }) {
      const found = columns.get(dataKey)
      if (!found) return plainCell
      const result = (one: NamedFunction | null) =>
        one && memo.result(one, `${columnId(dataKey)} ${id}`, `${JSON.stringify(value)} ${text}`, () => [value, data])
      const content = result(found.content)?.value
      return { style: styleOf(result(found.style)?.value), content: content === undefined ? null : resultText(content) }
    },
    rowStyle: ({ id, data, text }) => (row ? styleOf(memo.result(row, id, text, () => [data])?.value) : undefined),
  }
}

const columnId = ({ type, name, label }: DataKey): string => `${type} ${name} ${label}`

const styleOf = (value: unknown): CSSProperties | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? cellStyleOf(value as Readonly<Record<string, unknown>>)
    : undefined
