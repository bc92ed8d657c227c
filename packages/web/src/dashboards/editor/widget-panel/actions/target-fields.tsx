/** Fields of actions that open a state or a dashboard. */

import { JsonEditor } from '../../../../editors/json-editor.tsx'
import { DashboardPicker } from '../../../../entities/dashboard-picker.tsx'
import { useText } from '../../../../locale/use-text.tsx'
import { CheckField, Select, type SelectOption, TextField } from '../../../../ui/field/text-field.tsx'
import type { ActionFieldsProps } from './action-form.ts'
import { type OpensAs, opensAs, type StateChoice, type TargetDashboard } from './action-form.ts'

interface TargetFieldsProps extends ActionFieldsProps {
  /** States of the edited dashboard. */
  readonly states: readonly StateChoice[]
  /** The other dashboard. */
  readonly target: TargetDashboard
}

export function TargetFields(props: TargetFieldsProps) {
  const { form, errorOf, change, touch, states, target } = props
  const { draft } = form
  const t = useText()
  return (
    <>
      {draft.type === 'openDashboard' && (
        <DashboardPicker
          label={t('widgetActions.dashboard')}
          of={{ kind: 'ownTenant' }}
          error={errorOf('dashboard')}
          value={draft.targetDashboardId}
          onBlur={() => touch('dashboard')}
          onChange={(targetDashboardId) => change({ targetDashboardId })}
        />
      )}
      <StateField {...props} choices={draft.type === 'openDashboard' ? target.states : states} />
      {draft.type === 'openDashboardState' && <OpensAsFields {...props} />}
      {(draft.type === 'updateDashboardState' ||
        (draft.type === 'openDashboardState' && opensAs(draft) === 'state')) && (
        <CheckField
          label={t('widgetActions.openRight')}
          isChecked={draft.openRightLayout}
          onChange={(openRightLayout) => change({ openRightLayout })}
        />
      )}
      {draft.type === 'openDashboard' && (
        <CheckField
          label={t('widgetActions.newTab')}
          isChecked={draft.openNewBrowserTab}
          onChange={(openNewBrowserTab) => change({ openNewBrowserTab })}
        />
      )}
      <CheckField
        label={t('widgetActions.setEntity')}
        isChecked={draft.setEntityId}
        onChange={(setEntityId) => change({ setEntityId })}
      />
      {draft.setEntityId && (
        <TextField
          label={t('widgetActions.entityParam')}
          isOptional
          help={t('widgetActions.entityParamHelp')}
          value={draft.stateEntityParamName}
          autoComplete="off"
          onChange={(stateEntityParamName) => change({ stateEntityParamName })}
        />
      )}
    </>
  )
}

interface StateFieldProps extends ActionFieldsProps {
  /** Null: not known, such as those of a dashboard that couldn't be loaded. */
  readonly choices: readonly StateChoice[] | null
}

/** Text of the option without a state, by type. */
const emptyOptions = {
  openDashboardState: 'widgetActions.chooseState',
  updateDashboardState: 'widgetActions.currentState',
  openDashboard: 'widgetActions.rootState',
} as const

function StateField({ form, errorOf, change, touch, choices }: StateFieldProps) {
  const t = useText()
  const { type, targetDashboardStateId: id } = form.draft
  if (choices === null)
    return (
      <TextField
        label={t('widgetActions.stateId')}
        isOptional
        help={t('widgetActions.stateIdHelp')}
        value={id}
        autoComplete="off"
        onChange={(targetDashboardStateId) => change({ targetDashboardStateId })}
      />
    )
  const isMissing = id !== '' && !choices.some((state) => state.id === id)
  const empty = emptyOptions[type as keyof typeof emptyOptions]
  const options: readonly SelectOption<string>[] = [
    { value: '', label: t(empty) },
    ...(isMissing ? [{ value: id, label: t('widgetActions.missingOption', { id }) }] : []),
    ...choices.map((state) => ({ value: state.id, label: state.name })),
  ]
  return (
    <Select
      label={t('widgetActions.state')}
      error={errorOf('state')}
      value={id}
      options={options}
      onChange={(targetDashboardStateId) => {
        touch('state')
        change({ targetDashboardStateId })
      }}
    />
  )
}

/** Values of ThingsBoard. */
const placements = [
  'top',
  'topLeft',
  'topRight',
  'bottom',
  'bottomLeft',
  'bottomRight',
  'left',
  'leftTop',
  'leftBottom',
  'right',
  'rightTop',
  'rightBottom',
] as const

function OpensAsFields({ form, errorOf, change, type, touch }: ActionFieldsProps) {
  const t = useText()
  const { draft, typed } = form
  const as = opensAs(draft)
  const placement = placements.find((one) => one === draft.popoverPreferredPlacement)
  return (
    <>
      <Select<OpensAs>
        label={t('widgetActions.openAs')}
        value={as}
        options={(['state', 'dialog', 'popover'] as const).map((value) => ({
          value,
          label: t(`widgetActions.openAs_${value}`),
        }))}
        onChange={(next) => change({ openInSeparateDialog: next === 'dialog', openInPopover: next === 'popover' })}
      />
      {as === 'dialog' && (
        <>
          <TextField
            label={t('widgetActions.dialogTitle')}
            isOptional
            help={t('widgetActions.dialogTitleHelp')}
            value={draft.dialogTitle}
            autoComplete="off"
            onChange={(dialogTitle) => change({ dialogTitle })}
          />
          <div className="wa-pair">
            {(['dialogWidth', 'dialogHeight'] as const).map((name) => (
              <TextField
                key={name}
                label={t(`widgetActions.${name}`)}
                isOptional
                help={t('widgetActions.dialogSizeHelp')}
                error={errorOf(name)}
                inputMode="decimal"
                value={typed[name]}
                onBlur={() => touch(name)}
                onChange={(value) => type({ [name]: value })}
              />
            ))}
          </div>
          <CheckField
            label={t('widgetActions.hideToolbar')}
            isChecked={draft.dialogHideDashboardToolbar}
            onChange={(dialogHideDashboardToolbar) => change({ dialogHideDashboardToolbar })}
          />
        </>
      )}
      {as === 'popover' && (
        <>
          <Select<string>
            label={t('widgetActions.placement')}
            value={draft.popoverPreferredPlacement}
            options={[
              ...(placement
                ? []
                : [{ value: draft.popoverPreferredPlacement, label: draft.popoverPreferredPlacement }]),
              ...placements.map((value) => ({ value, label: t(`widgetActions.placement_${value}`) })),
            ]}
            onChange={(popoverPreferredPlacement) => change({ popoverPreferredPlacement })}
          />
          <div className="wa-pair">
            {(['popoverWidth', 'popoverHeight'] as const).map((name) => (
              <TextField
                key={name}
                label={t(`widgetActions.${name}`)}
                help={t('widgetActions.popoverSizeHelp')}
                error={errorOf(name)}
                value={draft[name]}
                autoComplete="off"
                onBlur={() => touch(name)}
                onChange={(value) => change({ [name]: value })}
              />
            ))}
          </div>
          <CheckField
            label={t('widgetActions.hideOnClickOutside')}
            isChecked={draft.popoverHideOnClickOutside}
            onChange={(popoverHideOnClickOutside) => change({ popoverHideOnClickOutside })}
          />
          <CheckField
            label={t('widgetActions.hideToolbar')}
            isChecked={draft.popoverHideDashboardToolbar}
            onChange={(popoverHideDashboardToolbar) => change({ popoverHideDashboardToolbar })}
          />
          <JsonEditor
            label={t('widgetActions.popoverStyle')}
            isObject
            help={t('widgetActions.popoverStyleHelp')}
            error={errorOf('popoverStyle')}
            value={typed.popoverStyle}
            onChange={(popoverStyle) => type({ popoverStyle })}
          />
        </>
      )}
    </>
  )
}
