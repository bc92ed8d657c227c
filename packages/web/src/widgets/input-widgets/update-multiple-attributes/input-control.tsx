/** One field of the form: text, number, time, choice, check box or switch. */

import { useText } from '../../../locale/use-text.tsx'
import { CheckField, Select, Switch, TextField } from '../../../ui/field/text-field.tsx'
import { useFormat } from '../../../ui/format/use-format.ts'
import { MaterialIcon } from '../../../ui/icon-picker/material-icon.tsx'
import type { FieldLock, FieldProblem, InputField } from './input-fields.ts'

interface InputControlProps {
  readonly field: InputField
  readonly text: string
  readonly lock: FieldLock | null
  readonly problem: FieldProblem | null
  readonly onChange: (text: string) => void
  /** The user left the field. */
  readonly onLeave: () => void
}

const inputTypes = { dateTime: 'datetime-local', date: 'date', time: 'time' } as const

export function InputControl({ field, text, lock, problem, onChange, onLeave }: InputControlProps) {
  const t = useText()
  const { label, settings } = field
  const { dataKeyValueType: type } = settings
  const error = useProblemText(field, problem)
  const help = lock === 'onlyDevices' ? t('controls.onlyDevices') : undefined
  const isDisabled = lock !== null && lock !== 'readonly'
  const icon = <FieldIcon field={field} />
  switch (type) {
    case 'booleanCheckbox':
    case 'booleanSwitch': {
      const toggle = { label, isChecked: text === 'true', isDisabled: lock !== null, help }
      const set = (isChecked: boolean) => onChange(String(isChecked))
      return (
        <div className="multi-input-toggle" data-before={settings.slideToggleLabelPosition === 'before' || undefined}>
          {icon}
          {type === 'booleanSwitch' ? <Switch {...toggle} onChange={set} /> : <CheckField {...toggle} onChange={set} />}
          {type === 'booleanSwitch' && help && <span className="sd-xs sd-text-3">{help}</span>}
        </div>
      )
    }
    case 'select': {
      const options = settings.selectOptions.map(({ value, label: name }) => ({ value, label: name || value }))
      // A stored value that isn't among the options is shown as it is.
      const isListed = options.some(({ value }) => value === text || (value === 'null' && text === ''))
      const shown = text === '' && options.some(({ value }) => value === 'null') ? 'null' : text
      return (
        <Select
          label={label}
          help={help}
          error={error}
          value={shown}
          options={isListed ? options : [{ value: text, label: text }, ...options]}
          onChange={onChange}
          isDisabled={lock !== null}
        />
      )
    }
    default: {
      const isNumber = type === 'double' || type === 'integer'
      return (
        <TextField
          label={label}
          help={help}
          error={error}
          icon={icon}
          value={text}
          onChange={onChange}
          onBlur={onLeave}
          disabled={isDisabled}
          readOnly={lock === 'readonly'}
          required={settings.required}
          type={isNumber ? 'number' : type === 'string' ? 'text' : inputTypes[type]}
          step={isNumber ? settings.step : 1}
          min={isNumber && settings.minValue !== null ? settings.minValue : undefined}
          max={isNumber && settings.maxValue !== null ? settings.maxValue : undefined}
        />
      )
    }
  }
}

function FieldIcon({ field: { settings } }: { field: InputField }) {
  const { useCustomIcon: isImage, icon, customIcon } = settings
  if (isImage) return customIcon ? <img className="multi-input-icon" src={customIcon} alt="" /> : null
  return icon ? <MaterialIcon name={icon} size={18} /> : null
}

/** The message of the settings, otherwise a usual one. */
function useProblemText({ settings }: InputField, problem: FieldProblem | null): string | undefined {
  const t = useText()
  const format = useFormat()
  switch (problem?.kind) {
    case undefined:
      return undefined
    case 'required':
      return settings.requiredErrorMessage || t('controls.required')
    case 'number':
      return t('controls.number')
    case 'integer':
      return t('controls.integer')
    case 'date':
      return settings.invalidDateErrorMessage || t('controls.date')
    case 'min':
      return settings.minValueErrorMessage || t('controls.min', { bound: format.number(problem.bound) })
    case 'max':
      return settings.maxValueErrorMessage || t('controls.max', { bound: format.number(problem.bound) })
  }
}
