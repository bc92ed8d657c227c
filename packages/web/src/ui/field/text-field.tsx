/** Text, number and password fields, text areas, selects, check boxes and switches. */

import { Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { IconButton } from '../button/button.tsx'
import { Field, type FieldProps } from './field.tsx'

type FrameProps = Omit<FieldProps, 'children'>
type NativeInput = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'size'>

export interface TextFieldProps extends FrameProps, NativeInput {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly icon?: ReactNode
  readonly isMono?: boolean
  readonly end?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

export function TextField({
  label,
  isOptional,
  help,
  error,
  aside,
  value,
  onChange,
  icon,
  isMono,
  end,
  ...rest
}: TextFieldProps) {
  return (
    <Field label={label} isOptional={isOptional} help={help} error={error} aside={aside}>
      {(parts) => (
        <div className="sd-input" data-invalid={Boolean(error) || undefined}>
          {icon}
          <input
            spellCheck={false}
            {...rest}
            {...parts}
            className={isMono ? 'sd-mono' : undefined}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {end}
        </div>
      )}
    </Field>
  )
}

/** Password field with a button that reveals its text. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      autoComplete="current-password"
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          label={isShown ? t('ui.hidePassword') : t('ui.showPassword')}
          size="sm"
          icon={isShown ? <EyeOff size={18} strokeWidth={1.75} /> : <Eye size={18} strokeWidth={1.75} />}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}

export interface TextAreaProps extends FrameProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly rows?: number
  readonly isMono?: boolean
  readonly isReadOnly?: boolean
  readonly placeholder?: string
}

export function TextArea({
  value,
  onChange,
  onBlur,
  rows = 3,
  isMono,
  isReadOnly,
  placeholder,
  ...frame
}: TextAreaProps) {
  return (
    <Field {...frame}>
      {(parts) => (
        <div className="sd-input sd-input-area" data-invalid={Boolean(frame.error) || undefined}>
          <textarea
            {...parts}
            rows={rows}
            className={isMono ? 'sd-mono' : undefined}
            spellCheck={!isMono}
            readOnly={isReadOnly}
            placeholder={placeholder}
            value={value}
            onBlur={onBlur}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}

export interface SelectOption<T extends string> {
  readonly value: T
  readonly label: string
}

export interface SelectProps<T extends string> extends FrameProps {
  readonly value: T
  readonly options: readonly SelectOption<T>[]
  readonly onChange: (value: T) => void
  readonly isDisabled?: boolean
}

export function Select<T extends string>({ value, options, onChange, isDisabled, ...frame }: SelectProps<T>) {
  return (
    <Field {...frame}>
      {(parts) => (
        <div className="sd-input sd-select" data-invalid={Boolean(frame.error) || undefined}>
          <select
            {...parts}
            disabled={isDisabled}
            value={value}
            onChange={(event) => onChange(event.target.value as T)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  )
}

interface ToggleProps {
  readonly label: string
  readonly help?: string
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly isDisabled?: boolean
}

export function CheckField({ label, help, isChecked, onChange, isDisabled }: ToggleProps) {
  const id = useId()
  return (
    <div className="sd-check-field">
      <input
        id={id}
        type="checkbox"
        className="sd-checkbox"
        checked={isChecked}
        disabled={isDisabled}
        aria-describedby={help ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {help && (
        <div id={`${id}-note`} className="sd-field-note">
          {help}
        </div>
      )}
    </div>
  )
}

/** Check box without a visible label, for table rows. */
export function Checkbox({
  label,
  isChecked,
  isMixed = false,
  onChange,
}: {
  label: string
  isChecked: boolean
  isMixed?: boolean
  onChange: (isChecked: boolean, withShift: boolean) => void
}) {
  return (
    <input
      type="checkbox"
      className="sd-checkbox"
      aria-label={label}
      checked={isChecked}
      ref={(element) => {
        if (element) element.indeterminate = isMixed
      }}
      onClick={(event) => event.stopPropagation()}
      onChange={(event) => onChange(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)}
    />
  )
}

export function Switch({ label, isChecked, onChange, isDisabled }: ToggleProps) {
  return (
    <label className="sd-switch">
      <input
        type="checkbox"
        role="switch"
        checked={isChecked}
        aria-checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
