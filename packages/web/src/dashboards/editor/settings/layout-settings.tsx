/** Layouts of the open state and the grid of each. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import type { EditableDashboard } from '@sonde/model/dashboards/editing/editable-dashboard'
import { partAt } from '@sonde/model/dashboards/editing/json-path'
import { objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import { defaultBackground, gridSettingsOf } from '@sonde/model/dashboards/normalize-dashboard'
import { own } from '@sonde/model/own'
import { useText } from '../../../locale/use-text.tsx'
import { ColorField } from '../../../ui/color/color-field.tsx'
import { FieldGroup } from '../../../ui/field/field-group.tsx'
import { FormNote } from '../../../ui/field/form-note.tsx'
import { ImageField } from '../../../ui/field/image-field.tsx'
import { CheckField, Select, TextField } from '../../../ui/field/text-field.tsx'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import {
  type GridNumber,
  gridNumbers,
  hasRightLayout,
  type LayoutId,
  type SettingsDraft,
  typedNumber,
  withChanged,
  withLayouts,
} from './settings-draft.ts'

interface LayoutSettingsProps {
  readonly dashboard: EditableDashboard
  readonly stateId: string
  readonly draft: SettingsDraft
  readonly onDraft: (draft: SettingsDraft) => void
  readonly layoutId: LayoutId
  readonly onLayout: (layoutId: LayoutId) => void
}

export function LayoutSettings({ dashboard, stateId, draft, onDraft, layoutId, onLayout }: LayoutSettingsProps) {
  const t = useText()
  const state = partAt(dashboard.configuration, ['states', stateId])
  const lost = Object.keys(partAt(state, ['layouts', 'right', 'widgets'])).length
  const { hasRight } = draft
  const shown = hasRight ? layoutId : 'main'
  const stored = objectOf(
    partAt(withLayouts(dashboard, stateId, draft).configuration, ['states', stateId, 'layouts', shown]).gridSettings,
  )
  return (
    <>
      <p className="sd-group-text db-settings-of">
        {t('dashboardSetup.layoutOf', { name: textOf(state.name) ?? stateId })}
      </p>
      <CheckField
        label={t('dashboardSetup.hasRight')}
        help={t('dashboardSetup.hasRightHelp')}
        isChecked={hasRight}
        onChange={(next) => {
          // The columns of both are others then.
          const { columns: _, ...main } = draft.grids.main
          onDraft({ ...draft, hasRight: next, grids: { main, right: {} } })
          onLayout('main')
        }}
      />
      {!hasRight && hasRightLayout(dashboard, stateId) && lost > 0 && (
        <FormNote text={t('dashboardSetup.rightLost', { count: lost })} />
      )}
      {hasRight && (
        <Segmented
          label={t('dashboardSetup.layout')}
          options={[
            { value: 'main', label: t('dashboardSetup.main') },
            { value: 'right', label: t('dashboardSetup.right') },
          ]}
          value={shown}
          onChange={onLayout}
        />
      )}
      <GridFields
        key={shown}
        stored={stored}
        changes={draft.grids[shown]}
        onChanges={(changes) => onDraft({ ...draft, grids: { ...draft.grids, [shown]: changes } })}
      />
    </>
  )
}

const sizeModes = ['100%', 'auto 100%', 'cover', 'contain', 'auto'] as const

interface GridFieldsProps {
  /** Grid settings in the dashboard. */
  readonly stored: JsonObject
  readonly changes: JsonObject
  readonly onChanges: (changes: JsonObject) => void
}

function GridFields({ stored, changes, onChanges }: GridFieldsProps) {
  const t = useText()
  const before = gridSettingsOf(stored)
  const grid = gridSettingsOf({ ...stored, ...changes })
  const set = (name: keyof typeof before, value: unknown) => onChanges(withChanged(changes, name, value, before[name]))
  const isColored = grid.backgroundColor.toLowerCase() !== defaultBackground
  const mode = sizeModes.find((one) => one === grid.backgroundSizeMode)

  function numberField(name: GridNumber, help?: string, isDisabled = false) {
    const { min, max } = gridNumbers[name]
    const value = own(changes, name) ?? before[name]
    return (
      <TextField
        label={t(`dashboardSetup.${name}`)}
        help={help}
        inputMode="numeric"
        disabled={isDisabled}
        value={String(value)}
        error={typeof value === 'string' ? t('dashboardSetup.numberBetween', { min, max }) : undefined}
        onChange={(text) => set(name, typedNumber(text, name))}
      />
    )
  }

  return (
    <>
      <div className="db-edit-fields">
        {numberField('columns', t('dashboardSetup.columnsHelp'))}
        {numberField('margin')}
      </div>
      <ColorField
        label={t('dashboardSetup.backgroundColor')}
        help={t('dashboardSetup.backgroundColorHelp')}
        isOptional
        value={isColored ? grid.backgroundColor : ''}
        onChange={(color) => set('backgroundColor', color === '' ? defaultBackground : color)}
      />
      <ImageField
        label={t('dashboardSetup.backgroundImage')}
        value={grid.backgroundImageUrl ?? ''}
        onChange={(image) => set('backgroundImageUrl', image === '' ? null : image)}
      />
      {grid.backgroundImageUrl !== null && (
        <Select
          label={t('dashboardSetup.backgroundSize')}
          value={grid.backgroundSizeMode}
          options={[
            ...sizeModes.map((value) => ({ value: value as string, label: t(`dashboardSetup.size.${value}`) })),
            ...(mode ? [] : [{ value: grid.backgroundSizeMode, label: grid.backgroundSizeMode }]),
          ]}
          onChange={(next) => set('backgroundSizeMode', next)}
        />
      )}
      <CheckField
        label={t('dashboardSetup.autoFillHeight')}
        isChecked={grid.autoFillHeight}
        onChange={(next) => set('autoFillHeight', next)}
      />
      <FieldGroup title={t('dashboardSetup.narrow')}>
        <CheckField
          label={t('dashboardSetup.mobileAutoFillHeight')}
          isChecked={grid.mobileAutoFillHeight}
          onChange={(next) => set('mobileAutoFillHeight', next)}
        />
        {numberField('mobileRowHeight', undefined, grid.mobileAutoFillHeight)}
      </FieldGroup>
    </>
  )
}
