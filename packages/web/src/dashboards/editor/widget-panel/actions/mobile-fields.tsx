/** Fields of actions of the mobile app: what the phone does, and the functions before and after it. */

import {
  actionArgNames,
  isMobileActionType,
  type MobileActionType,
  type MobileFunction,
  mobileActions,
  mobileFunctionsOf,
} from '@sonde/model/dashboards/actions/action-functions'
import { own } from '@sonde/model/own'
import { ScriptEditor } from '../../../../editors/script-editor.tsx'
import { HelpButton } from '../../../../help/help-button.tsx'
import { useText } from '../../../../locale/use-text.tsx'
import { Select } from '../../../../ui/field/text-field.tsx'
import type { ActionFieldsProps } from './action-form.ts'

const types = Object.keys(mobileActions) as readonly MobileActionType[]

const argsByFunction = new Map<MobileFunction, readonly string[]>(
  types.flatMap((type) => mobileFunctionsOf(type)).map((name) => [name, actionArgNames(name, 'mobileAction')]),
)

export function MobileFields({ form, errorOf, change, touch }: ActionFieldsProps) {
  const t = useText()
  const { mobileAction } = form.draft
  const { type } = mobileAction
  const isKnown = isMobileActionType(type)
  return (
    <>
      <Select<string>
        label={t('widgetActions.mobileType')}
        help={t('widgetActions.mobileHelp')}
        error={errorOf('mobile')}
        value={type}
        options={[
          ...(isKnown ? [] : [{ value: type, label: type || t('widgetActions.chooseMobile') }]),
          ...types.map((value) => ({ value, label: t(`widgetActions.mobile_${value}`) })),
        ]}
        onChange={(next) => {
          touch('mobile')
          change({ mobileAction: { ...mobileAction, type: next } })
        }}
      />
      {isKnown &&
        mobileFunctionsOf(type).map((name) => {
          const body = own(mobileAction, name)
          return (
            <ScriptEditor
              key={name}
              label={t(`widgetActions.function_${name}`)}
              isOptional={!name.startsWith('get')}
              functionName={name}
              argNames={argsByFunction.get(name) ?? []}
              allowsUnknownNames
              aside={<HelpButton page="widgets/mobile-actions" iconSize={16} />}
              value={typeof body === 'string' ? body : ''}
              onChange={(value) => change({ mobileAction: { ...mobileAction, [name]: value } })}
            />
          )
        })}
    </>
  )
}
