/** Settings of tables that style rows and cells and fill cells by functions. */

import { settingsReader } from './read-settings.ts'
import { flag, settingsOf, text } from './settings-schema.ts'

const body = (title: string, flagName: string) =>
  text(title, '', { control: 'javascript', condition: `model.${flagName} === true` })

/** `row`: name of the argument that is the row's data. */
export const rowFunctionSettings = (row: string) => ({
  useRowStyleFunction: flag('Row style function', false),
  rowStyleFunction: body(`Row style function: f(${row}, ctx)`, 'useRowStyleFunction'),
})

export const cellFunctionSettings = (row: string) => ({
  useCellStyleFunction: flag('Cell style function', false),
  cellStyleFunction: body(`Cell style function: f(value, ${row}, ctx)`, 'useCellStyleFunction'),
  useCellContentFunction: flag('Cell content function', false),
  cellContentFunction: body(`Cell content function: f(value, ${row}, ctx)`, 'useCellContentFunction'),
})

export const readRowFunctions = settingsReader(settingsOf(rowFunctionSettings('')))
export const readCellFunctions = settingsReader(settingsOf(cellFunctionSettings('')))
