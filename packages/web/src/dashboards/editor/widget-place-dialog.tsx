/** Dialog with the position and size of a widget as numbers; on phones, its height and whether it is shown there. */

import {
  type Command,
  cellsOf,
  columnsOf,
  type LayoutPlace,
  resizeWidget,
  setMobilePlace,
} from '@sonde/model/dashboards/editing/commands'
import { partAt } from '@sonde/model/dashboards/editing/json-path'
import { useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { CheckField, TextField } from '../../ui/field/text-field.tsx'
import type { Editor } from './use-editor.ts'

interface WidgetPlaceDialogProps {
  readonly editor: Editor
  readonly place: LayoutPlace
  readonly widgetId: string
  readonly name: string
  readonly isMobile: boolean
  /** Rows that the widget has on phones without a height of its own. */
  readonly shownRows: number
  readonly onClose: () => void
}

/** Largest row and height, far below what a page could show. */
const rowsMax = 10_000

export function WidgetPlaceDialog({
  editor,
  place,
  widgetId,
  name,
  isMobile,
  shownRows,
  onClose,
}: WidgetPlaceDialogProps) {
  const t = useText()
  const { dashboard } = editor
  const run = (command: Command) => editor.run({ ...command, label: { ...command.label, name } })
  const cells = cellsOf(dashboard, place).get(widgetId) ?? { row: 0, col: 0, sizeX: 1, sizeY: 1 }
  const stored = partAt(dashboard.configuration, [
    'states',
    place.stateId,
    'layouts',
    place.layoutId,
    'widgets',
    widgetId,
  ])
  const columns = columnsOf(dashboard, place)
  const [texts, setTexts] = useState({
    col: String(cells.col + 1),
    row: String(cells.row + 1),
    sizeX: String(cells.sizeX),
    sizeY: String(cells.sizeY),
    mobileHeight: String(shownRows),
  })
  const [mobileHide, setMobileHide] = useState(stored.mobileHide === true)
  const [isChecked, setChecked] = useState(false)
  const limits = { col: columns, row: rowsMax, sizeX: columns, sizeY: rowsMax, mobileHeight: rowsMax }
  type Name = keyof typeof limits
  const names: readonly Name[] = isMobile ? ['mobileHeight'] : ['col', 'row', 'sizeX', 'sizeY']
  const numberOf = (one: Name) => Number(texts[one])
  const isValid = (one: Name) => texts[one].trim() !== '' && numberOf(one) >= 1 && numberOf(one) <= limits[one]

  function submit() {
    setChecked(true)
    if (!names.every(isValid)) return
    if (isMobile) {
      const rows = numberOf('mobileHeight')
      const hasOwn = typeof stored.mobileHeight === 'number' || rows !== shownRows
      run(setMobilePlace(dashboard, place, widgetId, { mobileHeight: hasOwn ? rows : null, mobileHide }))
    } else {
      const next = {
        row: numberOf('row') - 1,
        col: numberOf('col') - 1,
        sizeX: numberOf('sizeX'),
        sizeY: numberOf('sizeY'),
      }
      run(resizeWidget(dashboard, place, widgetId, next))
    }
    onClose()
  }

  return (
    <FormDialog
      title={t('dashboardEditor.placeOf', { name })}
      action={t('dashboardEditor.apply')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="db-edit-fields">
        {names.map((one) => (
          <TextField
            key={one}
            label={t(`dashboardEditor.${one}`)}
            inputMode="decimal"
            value={texts[one]}
            error={isChecked && !isValid(one) ? t('dashboardEditor.numberFrom', { max: limits[one] }) : undefined}
            onChange={(value) => setTexts((before) => ({ ...before, [one]: value }))}
          />
        ))}
      </div>
      {isMobile && (
        <CheckField label={t('dashboardEditor.mobileHide')} isChecked={mobileHide} onChange={setMobileHide} />
      )}
    </FormDialog>
  )
}
