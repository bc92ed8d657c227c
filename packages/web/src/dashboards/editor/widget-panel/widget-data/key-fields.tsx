/** Fields of an open data key. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { allKeysOf, changeKey, type SourcePlace, withOptional } from '@sonde/model/dashboards/editing/data-keys'
import { withMember } from '@sonde/model/dashboards/editing/json-path'
import { flagOf, objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import { Suspense } from 'react'
import { useKeyLookup } from '../../../../key-descriptions/use-key-descriptions.ts'
import { useText } from '../../../../locale/use-text.tsx'
import { ColorField } from '../../../../ui/color/color-field.tsx'
import { CheckField, TextField } from '../../../../ui/field/text-field.tsx'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { KeySettings } from '../key-settings.tsx'
import type { DataEdit } from './data-edit.ts'
import { DecimalsField } from './decimals-field.tsx'
import { UnitsField } from './units-field.tsx'

const ScriptEditor = lazyComponent(() => import('../../../../editors/script-editor.tsx'), 'ScriptEditor')

interface KeyFieldsProps {
  readonly edit: DataEdit
  readonly place: SourcePlace
  /** As stored. */
  readonly dataKey: JsonObject
  readonly index: number
  /** Identifies the key within its datasource. */
  readonly id: string
}

const functionArgs = ['time', 'prevValue']
const postArgs = ['time', 'value', 'prevValue', 'timePrev', 'prevOrigValue']
/** Post-processing that begins with no effect. */
const postDefault = 'return value;'

export function KeyFields({ edit, place, dataKey, index, id }: KeyFieldsProps) {
  const t = useText()
  const { config } = edit
  const described = useKeyLookup()(textOf(dataKey.name) ?? '')
  const { type } = dataKey
  const label = typeof dataKey.label === 'string' ? dataKey.label : (textOf(dataKey.name) ?? '')
  const color = textOf(dataKey.color) ?? ''
  const isProcessed = flagOf(dataKey.usePostProcessing, false)
  const hasValues = type !== 'alarm'
  const isTwice = allKeysOf(config).filter((key) => key.label === label).length > 1

  const set = (field: string, change: (key: JsonObject) => JsonObject) =>
    edit.set(`key ${place} ${id} ${field}`, (before) => changeKey(before, place, index, change))

  return (
    <div className="wd-key-fields">
      <TextField
        label={t('widgetData.label')}
        value={label}
        error={label.trim() === '' ? t('widgetData.labelRequired') : isTwice ? t('widgetData.labelTwice') : undefined}
        help={t('widgetData.labelHelp')}
        onChange={(next) => set('label', (key) => withMember(key, 'label', next))}
      />
      <ColorField
        label={t('widgetData.color')}
        value={color}
        error={color === '' ? t('widgetData.colorRequired') : undefined}
        onChange={(next) => set('color', (key) => withMember(key, 'color', next))}
      />
      {hasValues && (
        <>
          <UnitsField
            value={dataKey.units}
            placeholder={textOf(config.units) ?? described?.unit}
            onChange={(next) => set('units', (key) => withOptional(key, 'units', next))}
          />
          <DecimalsField
            value={dataKey.decimals}
            placeholder={textOf(config.decimals) ?? textOf(described?.decimals) ?? undefined}
            onChange={(next) => set('decimals', (key) => withOptional(key, 'decimals', next))}
          />
        </>
      )}
      {type === 'function' && (
        <Suspense>
          <ScriptEditor
            label={t('widgetData.function_body')}
            functionName="f"
            argNames={functionArgs}
            allowsUnknownNames
            value={textOf(dataKey.funcBody) ?? ''}
            onChange={(next) => set('funcBody', (key) => withMember(key, 'funcBody', next))}
          />
        </Suspense>
      )}
      {type !== 'function' && type !== 'alarm' && type !== 'entityField' && (
        <CheckField
          label={t('widgetData.usePostProcessing')}
          isChecked={isProcessed}
          onChange={(next) =>
            set('usePostProcessing', (key) => {
              const used = withMember(key, 'usePostProcessing', next)
              return next && !textOf(key.postFuncBody) ? withMember(used, 'postFuncBody', postDefault) : used
            })
          }
        />
      )}
      {isProcessed && type !== 'function' && (
        <Suspense>
          <ScriptEditor
            label={t('widgetData.postFunction')}
            functionName="f"
            argNames={postArgs}
            allowsUnknownNames
            value={textOf(dataKey.postFuncBody) ?? ''}
            onChange={(next) => set('postFuncBody', (key) => withMember(key, 'postFuncBody', next))}
          />
        </Suspense>
      )}
      <div className="wd-key-settings">
        <KeySettings
          type={edit.widget}
          settings={objectOf(dataKey.settings)}
          onChange={(next, field) => set(`settings ${field}`, (key) => withMember(key, 'settings', next))}
        />
      </div>
    </div>
  )
}
