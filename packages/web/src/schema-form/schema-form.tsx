/** Renders a form that a widget type declares by a schema and a layout. */

import './schema-form.css'
import { Plus, X } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Button, IconButton } from '../ui/button/button.tsx'
import { FieldGroup } from '../ui/field/field-group.tsx'
import { isShown } from './schema-condition.ts'
import { pathKey, type SchemaErrors, schemaErrors } from './schema-errors.ts'
import {
  type FormField,
  groupsOf,
  type JsonFormData,
  type Path,
  sanitised,
  valueAt,
  withValue,
} from './schema-model.ts'
import { SchemaValueField } from './schema-value-field.tsx'

export interface SchemaFormProps {
  readonly data: JsonFormData
  /** Values that are set; the schema's defaults fill the rest. */
  readonly value: unknown
  /** `isValid`: whether the value matches the schema. */
  readonly onChange: (value: unknown, isValid: boolean) => void
  readonly isDisabled?: boolean
}

export function SchemaForm({ data, value, onChange, isDisabled = false }: SchemaFormProps) {
  const t = useText()
  const groups = useMemo(() => groupsOf(data), [data])
  const model = useMemo(() => sanitised(data.schema, value ?? {}), [data, value])
  const fieldErrors = useMemo(() => schemaErrors(data.schema, model, t), [data, model, t])
  // Reports the value with the schema's defaults at the start.
  const reportFirst = useEffectEvent(() => onChange(model, fieldErrors.size === 0))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another description brings other defaults
  useEffect(() => reportFirst(), [data])

  function change(path: Path, next: unknown) {
    const changed = withValue(model, path, next) ?? {}
    onChange(changed, schemaErrors(data.schema, changed, t).size === 0)
  }

  const scope: Scope = { model, fieldErrors, change, isDisabled }
  return (
    <div className="sd-form sd-schema-form">
      {groups.map(({ title, fields }, index) =>
        title === null ? (
          <Fields key={String(index)} fields={fields} base={[]} scope={scope} />
        ) : (
          <FieldGroup key={title} title={title}>
            <Fields fields={fields} base={[]} scope={scope} />
          </FieldGroup>
        ),
      )}
    </div>
  )
}

interface Scope {
  readonly model: unknown
  readonly fieldErrors: SchemaErrors
  readonly change: (path: Path, value: unknown) => void
  readonly isDisabled: boolean
}

interface FieldsProps {
  readonly fields: readonly FormField[]
  /** Path that the fields' paths are relative to. */
  readonly base: Path
  readonly scope: Scope
}

function Fields({ fields, base, scope }: FieldsProps) {
  const arrayIndices = base.filter((part): part is number => typeof part === 'number')
  return fields
    .filter(({ entry }) => isShown(entry.condition, { model: scope.model, arrayIndices }))
    .map((field, index) => (
      <OneField
        key={`${pathKey([...base, ...field.path])} ${String(index)}`}
        field={field}
        path={[...base, ...field.path]}
        base={base}
        scope={scope}
      />
    ))
}

function OneField({ field, path, base, scope }: { field: FormField; path: Path; base: Path; scope: Scope }) {
  if (field.kind === 'fieldset') {
    return (
      <FieldGroup title={field.label}>
        <Fields fields={field.fields} base={base} scope={scope} />
      </FieldGroup>
    )
  }
  if (field.kind === 'array') return <ArrayField field={field} path={path} scope={scope} />
  return (
    <SchemaValueField
      field={field}
      value={valueAt(scope.model, path)}
      error={scope.fieldErrors.get(pathKey(path))}
      isDisabled={scope.isDisabled || field.isReadOnly}
      onChange={(next) => scope.change(path, next)}
    />
  )
}

function ArrayField({ field, path, scope }: { field: FormField; path: Path; scope: Scope }) {
  const t = useText()
  const found = valueAt(scope.model, path)
  const items: readonly unknown[] = Array.isArray(found) ? found : []
  const isFixed = scope.isDisabled || field.isReadOnly
  return (
    <FieldGroup title={field.label}>
      {items.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no name of their own
        <div key={index} className="sd-schema-item">
          <div className="sd-form">
            <Fields fields={field.fields} base={[...path, index]} scope={scope} />
          </div>
          <IconButton
            size="sm"
            label={t('schemaForm.removeItem', { name: field.label, place: index + 1 })}
            disabled={isFixed}
            icon={<X size={16} strokeWidth={2} />}
            onClick={() =>
              scope.change(
                path,
                items.filter((_, at) => at !== index),
              )
            }
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          disabled={isFixed}
          icon={<Plus size={16} strokeWidth={2} />}
          onClick={() => scope.change(path, [...items, sanitised(field.schema.items ?? {}, undefined) ?? ''])}
        >
          {t('schemaForm.addItem')}
        </Button>
      </div>
    </FieldGroup>
  )
}
