/** Editor of one action: a draft that is applied or discarded. */

import { actionTypes, defaultActionIcon, showActionArgNames } from '@sonde/model/dashboards/actions/widget-action'
import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { canHaveCondition, descriptorOf } from '@sonde/model/dashboards/editing/action-draft'
import { addAction, replaceAction } from '@sonde/model/dashboards/editing/widget-actions'
import { ArrowLeft } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { ScriptEditor } from '../../../../editors/script-editor.tsx'
import { HelpButton } from '../../../../help/help-button.tsx'
import { useText } from '../../../../locale/use-text.tsx'
import { Button, IconButton } from '../../../../ui/button/button.tsx'
import { FieldGroup } from '../../../../ui/field/field-group.tsx'
import { focusFirstError } from '../../../../ui/field/focus-first-error.ts'
import { CheckField, Select, TextField } from '../../../../ui/field/text-field.tsx'
import { IconField } from '../../../../ui/icon-picker/icon-field.tsx'
import { useLayer } from '../../../../ui/overlay/layers.ts'
import {
  type ActionErrors,
  type ActionFieldName,
  type ActionFieldsProps,
  type ActionForm,
  actionErrors,
  enteredDraft,
  type OpenAction,
  type StateChoice,
} from './action-form.ts'
import { typeText } from './action-target-text.tsx'
import { CodeFields } from './code-fields.tsx'
import { MobileFields } from './mobile-fields.tsx'
import { TargetFields } from './target-fields.tsx'
import { type ActionSources, sourceText } from './use-action-sources.ts'
import { useTargetDashboard } from './use-target-dashboard.ts'

interface ActionEditorProps {
  /** Configuration of the widget. */
  readonly config: JsonObject
  readonly open: OpenAction
  readonly sources: ActionSources
  /** States of the edited dashboard. */
  readonly states: readonly StateChoice[]
  /** Default of `setEntityId`. */
  readonly setsEntity: boolean
  readonly onChange: (form: ActionForm) => void
  readonly onApply: (step: (config: JsonObject) => JsonObject) => void
  readonly onApplied: () => void
  readonly onBack: () => void
}

export function ActionEditor(props: ActionEditorProps) {
  const { config, open, sources, states, setsEntity, onChange, onApply, onApplied, onBack } = props
  const { stored, start, form } = open
  const { draft } = form
  const t = useText()
  const element = useRef<HTMLDivElement>(null)
  const [isChecked, setChecked] = useState(false)
  const [touched, setTouched] = useState<ReadonlySet<ActionFieldName>>(new Set())
  const target = useTargetDashboard(draft.type === 'openDashboard' ? draft.targetDashboardId : '')
  const fieldErrors = actionErrors(form, { config, stored, states, target })
  useLayer(true, onBack)

  const fields: ActionFieldsProps = {
    form,
    errorOf(field) {
      const key = fieldErrors[field]
      return key && (isChecked || touched.has(field) || isObvious(field, fieldErrors)) ? t(key) : undefined
    },
    change: (parts) => onChange({ ...form, draft: { ...draft, ...parts } }),
    type: (parts) => onChange({ ...form, typed: { ...form.typed, ...parts } }),
    touch: (field) => setTouched((before) => new Set(before).add(field)),
  }

  function apply() {
    setChecked(true)
    if (Object.keys(fieldErrors).length > 0) return focusFirstError(element.current)
    const json = descriptorOf(stored, enteredDraft(form), setsEntity)
    onApply((before) =>
      stored ? replaceAction(before, stored, draft.sourceId, json) : addAction(before, draft.sourceId, json),
    )
    onApplied()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.defaultPrevented) return
    const isLine = event.target instanceof HTMLInputElement && event.target.type === 'text'
    if (!isLine && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    apply()
  }

  const known = [...sources.own, ...sources.other]
  const types: readonly string[] = actionTypes
  const isUnknown = !types.includes(draft.type)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields inside get the keys
    <div ref={element} className="wa-editor" onKeyDown={onKeyDown}>
      <header>
        <IconButton
          label={t('widgetActions.back')}
          icon={<ArrowLeft size={18} strokeWidth={1.75} />}
          onClick={onBack}
        />
        <h3 className="sd-ellipsis">
          {stored
            ? t('widgetActions.editAction', { name: start.draft.name || t('widgetActions.unnamed') })
            : t('widgetActions.newAction')}
        </h3>
      </header>
      <div className="wa-body">
        <div className="sd-form">
          <Select
            label={t('widgetActions.source')}
            value={draft.sourceId}
            error={fields.errorOf('source')}
            options={(known.includes(draft.sourceId) ? known : [...known, draft.sourceId]).map((id) => ({
              value: id,
              label: sourceText(id, t),
            }))}
            onChange={(sourceId) => {
              fields.touch('source')
              fields.change({ sourceId })
            }}
          />
          <TextField
            label={t('widgetActions.name')}
            help={t(namesElement(draft.sourceId) ? 'widgetActions.elementHelp' : 'widgetActions.nameHelp')}
            error={fields.errorOf('name')}
            value={draft.name}
            autoFocus
            autoComplete="off"
            onBlur={() => draft.name !== '' && fields.touch('name')}
            onChange={(name) => fields.change({ name })}
          />
          <IconField
            label={t('widgetActions.icon')}
            value={draft.icon}
            onChange={(icon) => fields.change({ icon: icon || defaultActionIcon })}
          />
          {canHaveCondition(stored, draft.sourceId) && (
            <>
              <CheckField
                label={t('widgetActions.useCondition')}
                isChecked={draft.useShowWidgetActionFunction}
                onChange={(useShowWidgetActionFunction) =>
                  fields.change({
                    useShowWidgetActionFunction,
                    ...(draft.showWidgetActionFunction === '' && { showWidgetActionFunction: showAlways }),
                  })
                }
              />
              {draft.useShowWidgetActionFunction && (
                <ScriptEditor
                  label={t('widgetActions.conditionFunction')}
                  functionName="showWidgetActionFunction"
                  argNames={showActionArgNames}
                  allowsUnknownNames
                  aside={<HelpButton page="widgets/show-action" iconSize={16} />}
                  value={draft.showWidgetActionFunction}
                  onChange={(showWidgetActionFunction) => fields.change({ showWidgetActionFunction })}
                />
              )}
            </>
          )}
          <FieldGroup title={t('widgetActions.target')}>
            <Select
              label={t('widgetActions.type')}
              value={draft.type}
              help={isUnknown ? t('widgetActions.unknownTypeHelp') : undefined}
              options={(isUnknown ? [draft.type, ...types] : types).map((type) => ({
                value: type,
                label: typeText(type, t),
              }))}
              onChange={(type) => fields.change({ type })}
            />
            <TypeFields fields={fields} states={states} target={target} />
          </FieldGroup>
        </div>
      </div>
      <footer>
        <Button kind="plain" onClick={onBack}>
          {t('ui.cancel')}
        </Button>
        <Button kind="filled" onClick={apply}>
          {t('widgetActions.apply')}
        </Button>
      </footer>
    </div>
  )
}

/** Function with which a condition begins. */
const showAlways = 'return true;'

/** The name of such an action is the ID of the element that runs it. */
const namesElement = (sourceId: string): boolean => sourceId === 'elementClick' || sourceId === 'tooltipAction'

/** Targets that don't exist any more are marked at once. */
const isObvious = (field: ActionFieldName, fieldErrors: ActionErrors): boolean =>
  (field === 'state' && fieldErrors.state === 'widgetActions.error_stateMissing') ||
  (field === 'dashboard' && fieldErrors.dashboard === 'widgetActions.error_dashboardMissing')

interface TypeFieldsProps {
  readonly fields: ActionFieldsProps
  readonly states: readonly StateChoice[]
  readonly target: ReturnType<typeof useTargetDashboard>
}

function TypeFields({ fields, states, target }: TypeFieldsProps) {
  switch (fields.form.draft.type) {
    case 'openDashboardState':
    case 'updateDashboardState':
    case 'openDashboard':
      return <TargetFields {...fields} states={states} target={target} />
    case 'custom':
    case 'customPretty':
      return <CodeFields {...fields} />
    case 'mobileAction':
      return <MobileFields {...fields} />
    default:
      return null
  }
}
