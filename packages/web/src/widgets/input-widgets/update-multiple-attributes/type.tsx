/** Widget type `input_widgets.update_multiple_attributes`: a form with attributes and telemetry of entities. */

import './multiple-input.css'
import { ApiError } from '@sonde/client'
import { labelOf } from '@sonde/model/dashboards/label-patterns'
import { functionValue, resultText } from '@sonde/model/dashboards/series-column'
import { readMultipleInput, readMultipleInputKey } from '@sonde/model/widgets/input-widgets/update-multiple-attributes'
import { CircleAlert, Lock } from 'lucide-react'
import { useState } from 'react'
import {
  faultText,
  useCallMemo,
  useDashboard,
  usualRequests,
  type WidgetProps,
  widgetType,
} from '../../../dashboards/widget-api.ts'
import { useText } from '../../../locale/use-text.tsx'
import { useClient } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { failureText } from '../../../ui/states/failure-text.ts'
import { useToasts } from '../../../ui/toast/toast-stack.tsx'
import { FunctionFailed } from '../../device-control/control-functions.ts'
import { InputControl } from './input-control.tsx'
import {
  fieldOf,
  getFunction,
  type InputField,
  inputTextOf,
  isBoolean,
  lockOf,
  readInput,
  savedResult,
  setFunction,
} from './input-fields.ts'
import { saveValues } from './save-values.ts'

/** Content that was saved, shown until the live connection delivers a newer value than `ts`. */
interface SavedText {
  readonly text: string
  readonly ts: number
}

function MultipleInput({ widget, view, zone }: WidgetProps) {
  const t = useText()
  const client = useClient()
  const { data } = useDashboard()
  const toasts = useToasts()
  const { values: settings } = readMultipleInput(widget.config.settings)
  const [edits, setEdits] = useState<ReadonlyMap<string, string>>(new Map())
  const [saved, setSaved] = useState<ReadonlyMap<string, SavedText>>(new Map())
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  /** The user tried to save: all problems are shown. */
  const [isTried, setTried] = useState(false)
  const isForbidden = failure instanceof ApiError && failure.status === 403

  const memo = useCallMemo(widget.id)
  const fields = view.latest.filter(({ role }) => role === 'main').map((one) => asShown(fieldOf(one)))

  /** The field as its function shows the stored value: empty until its first result, as it is stored if it fails. */
  function asShown(field: InputField): InputField {
    const named = getFunction(field)
    if (!named || field.stored === '') return field
    const done = memo.result(named, field.id, field.stored, () => [functionValue(field.stored)])
    if (!done) return { ...field, stored: '' }
    return done.value === undefined ? field : { ...field, stored: resultText(done.value) }
  }

  /** The value that a field's function makes of the entered one. */
  async function toSaved(field: InputField, value: string | number | boolean | null) {
    const named = setFunction(field)
    if (!named) return value
    const { value: made, fault } = await data.call(widget.id, named, [value, functionValue(field.origin)])
    if (fault) throw new FunctionFailed(fault)
    return made === undefined ? value : savedResult(made)
  }

  const storedText = (field: InputField) => {
    const own = saved.get(field.id)
    return own && own.ts >= field.ts ? own.text : inputTextOf(field, zone)
  }
  const textOf = (field: InputField) => edits.get(field.id) ?? storedText(field)
  const isDirty = (field: InputField) => edits.has(field.id) && edits.get(field.id) !== storedText(field)
  const valueIn = (field: InputField, text = textOf(field)) =>
    readInput(field, text, zone, client.session.serverNowMs())

  /** Another field of the same entity switches this one off. */
  function isSwitchedOff({ settings: { disabledOnDataKey }, entity, datasourceIndex }: InputField): boolean {
    if (disabledOnDataKey === '') return false
    const other = fields.find(
      (one) =>
        one.key === disabledOnDataKey && one.entity.id.id === entity.id.id && one.datasourceIndex === datasourceIndex,
    )
    if (!other) return false
    const text = textOf(other)
    return isBoolean(other) ? text !== 'true' : text === '' || text === 'false'
  }
  const isEditable = (field: InputField) => !isForbidden && lockOf(field) === null && !isSwitchedOff(field)

  const open = fields.filter((field) => !field.settings.dataKeyHidden && isEditable(field))
  const dirty = open.filter(isDirty)
  const hasProblem = (field: InputField) => 'problem' in valueIn(field)

  function edit(field: InputField, text: string) {
    setEdits(new Map(edits).set(field.id, text))
    // Choices are made by one click, so there is no later moment to save them.
    const { dataKeyValueType: type } = field.settings
    if (!settings.showActionButtons && (isBoolean(field) || type === 'select')) void save([field], text)
  }

  async function save(what: readonly InputField[], text?: string) {
    setTried(true)
    const changes = what.flatMap((field) => {
      const parsed = valueIn(field, text)
      return 'problem' in parsed
        ? []
        : [
            {
              field,
              text: text ?? textOf(field),
              entity: field.entity.id,
              scope: field.scope,
              key: field.key,
              value: parsed.value,
            },
          ]
    })
    if (changes.length < what.length || changes.length === 0 || isSaving) return
    setSaving(true)
    setFailure(null)
    try {
      const values = changes.map(async (change) => ({ ...change, value: await toSaved(change.field, change.value) }))
      const restore = await saveValues(client, await Promise.all(values))
      setSaved((before) => {
        const next = new Map(before)
        for (const change of changes) next.set(change.field.id, { text: change.text, ts: change.field.ts })
        return next
      })
      setEdits((before) => {
        const next = new Map(before)
        for (const change of changes) if (next.get(change.field.id) === change.text) next.delete(change.field.id)
        return next
      })
      setTried(false)
      if (settings.showResultMessage) {
        const undo = () => {
          setSaved(new Map())
          void restore?.()
        }
        toasts.show({
          kind: 'success',
          text: t('controls.valuesSaved', { count: changes.length }),
          ...(restore && { action: { label: t('ui.undo'), onSelect: undo } }),
        })
      }
    } catch (error) {
      setFailure(error)
    } finally {
      setSaving(false)
    }
  }

  function discard() {
    setEdits(new Map())
    setFailure(null)
    setTried(false)
  }

  const toSave = settings.updateAllValues ? open : dirty
  const columns = settings.fieldsAlignment === 'row' ? settings.fieldsInRow : 1
  return (
    <form
      className="multi-input"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save(toSave)
      }}
    >
      {settings.widgetTitle && <h3 className="multi-input-title sd-ellipsis">{settings.widgetTitle}</h3>}
      <div className="multi-input-fields">
        {groupsOf(fields).map((group) => {
          const [first] = group
          if (!first) return null
          const { name, label } = first.entity
          const names = { entityName: name, entityLabel: label, aliasName: '', dsName: name }
          // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder
          const title = labelOf(settings.groupTitle || '${entityName}', names)
          return (
            <fieldset key={first.id} aria-label={title} disabled={isForbidden}>
              {settings.showGroupTitle && <div className="multi-input-group sd-ellipsis">{title}</div>}
              <div className="multi-input-grid" style={{ '--multi-columns': columns } as React.CSSProperties}>
                {group
                  .filter((field) => !field.settings.dataKeyHidden)
                  .map((field) => {
                    const parsed = isDirty(field) || isTried ? valueIn(field) : null
                    return (
                      <InputControl
                        key={field.id}
                        field={field}
                        text={textOf(field)}
                        lock={isSwitchedOff(field) ? 'disabled' : lockOf(field)}
                        problem={parsed && 'problem' in parsed ? parsed.problem : null}
                        onChange={(text) => edit(field, text)}
                        onLeave={() => {
                          if (!settings.showActionButtons && isDirty(field)) void save([field])
                        }}
                      />
                    )
                  })}
              </div>
            </fieldset>
          )
        })}
      </div>
      {failure !== null && (
        <p className="multi-input-failure" role="alert">
          {isForbidden ? (
            <Lock size={14} strokeWidth={2} aria-hidden />
          ) : (
            <CircleAlert size={14} strokeWidth={2} aria-hidden />
          )}
          {isForbidden
            ? t('controls.forbiddenValues')
            : failure instanceof FunctionFailed
              ? faultText(failure.fault, t)
              : t('controls.saveFailed', { message: failureText(failure) })}
        </p>
      )}
      {settings.showActionButtons ? (
        <div className="multi-input-buttons">
          <Button kind="plain" size="sm" disabled={edits.size === 0 || isSaving} onClick={discard}>
            {settings.resetButtonLabel || t('ui.undo')}
          </Button>
          <Button
            kind="filled"
            size="sm"
            type="submit"
            busy={isSaving}
            disabled={isForbidden || dirty.length === 0 || toSave.some(hasProblem)}
          >
            {settings.saveButtonLabel || t('ui.save')}
          </Button>
        </div>
      ) : (
        // Enter in a field saves it, although there is no button.
        <input type="submit" hidden />
      )}
    </form>
  )
}

/** Fields by entity and datasource, in the order of the datasources. */
function groupsOf(fields: readonly InputField[]): readonly (readonly InputField[])[] {
  const groups = new Map<string, InputField[]>()
  for (const field of fields) {
    const name = `${field.datasourceIndex} ${field.entity.id.id}`
    groups.set(name, [...(groups.get(name) ?? []), field])
  }
  return [...groups.values()]
}

export default widgetType(MultipleInput, {
  requests: (widget, window) => usualRequests(widget, window),
  settings: ({ config }) => readMultipleInput(config.settings),
  keySettings: ({ settings }) => readMultipleInputKey(settings),
  needs: 'entities',
  runs: ['getValueFunction', 'setValueFunction', 'funcBody'],
  hasTable: false,
})
