/**
 * Buttons that show the unit and the decimals of a key and change them at once, where the setting in effect is stored:
 * in the device's profile if it has one of its own, else for all entities. For tenant administrators.
 */

import './key-setting-buttons.css'
import { keyDecimalsMax, unitLengthMax } from '@sonde/model/key-descriptions/described-keys'
import { keyLookup, keyName } from '@sonde/model/key-descriptions/key-lookup'
import { noKeyDescriptions } from '@sonde/model/key-descriptions/no-key-descriptions'
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { ComboField } from '../ui/field/combo-field.tsx'
import { tooLong } from '../ui/field/text-errors.ts'
import { Menu } from '../ui/menu/menu.tsx'
import { useMenuButton } from '../ui/menu/use-menu-button.ts'
import { Popover } from '../ui/popover/popover.tsx'
import { Tooltip } from '../ui/tooltip/tooltip.tsx'
import { commonUnits, matching, optionOf } from './key-options.ts'
import { placeOf, type SettingName, type SettingPlace } from './key-setting.ts'
import { useKeyDescriptions } from './use-key-descriptions.ts'
import { useKeySetting } from './use-key-setting.ts'

interface KeySettingButtonsProps {
  readonly of: string
  /** Name of a device's profile. */
  readonly profile: string | undefined
}

export function KeySettingButtons({ of: key, profile }: KeySettingButtonsProps) {
  const { data = noKeyDescriptions } = useKeyDescriptions()
  const lookup = useMemo(() => keyLookup(data), [data])
  const description = lookup(key, profile)
  const shownName = keyName(key, description)
  const change = useKeySetting(key, shownName, profile)
  const t = useText()
  const settingOf = (name: SettingName) => {
    const { profile: own } = placeOf(data, profile, key, name)
    return {
      place: own,
      placeText: own ? t('keyDescriptions.ofProfile', { profile: own.name }) : t('keyDescriptions.ofAll'),
      /** Without its own setting, a profile has that for all entities. */
      inherited: own ? lookup(key)?.[name] : undefined,
      shownName,
    }
  }
  return (
    <>
      <UnitButton
        {...settingOf('unit')}
        value={description?.unit}
        onChange={(unit) => change('unit', { unit }, unit ?? t('keyDescriptions.none'))}
      />
      <DecimalsButton
        {...settingOf('decimals')}
        value={description?.decimals}
        onChange={(decimals) =>
          change('decimals', { decimals }, decimals === undefined ? t('keyDescriptions.automatic') : String(decimals))
        }
      />
    </>
  )
}

interface SettingButtonProps<Value> {
  readonly value: Value | undefined
  /** Undefined: without a setting. */
  readonly onChange: (value: Value | undefined) => void
  readonly place: SettingPlace['profile']
  readonly placeText: string
  readonly inherited: string | number | undefined
  readonly shownName: string
}

function UnitButton({ value, onChange, place, placeText, inherited, shownName }: SettingButtonProps<string>) {
  const t = useText()
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<string>()
  const close = () => {
    setOpen(false)
    setError(undefined)
  }

  function choose(unit: string | undefined) {
    const problem = unit === undefined ? undefined : tooLong(unit, t, unitLengthMax)
    setError(problem)
    if (problem) return
    close()
    anchor.current?.focus()
    if (unit !== value) onChange(unit)
  }

  const label = t('keyDescriptions.unitOf', { key: shownName })
  return (
    <>
      <Tooltip text={placeText}>
        <button
          ref={anchor}
          type="button"
          className="sd-trigger sd-key-setting"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => (isOpen ? close() : setOpen(true))}
        >
          {t('keyDescriptions.unit')} <b className="sd-ellipsis">{value ?? t('keyDescriptions.none')}</b>
          <ChevronDown size={14} strokeWidth={2} aria-hidden />
        </button>
      </Tooltip>
      <Popover isOpen={isOpen} onClose={close} anchor={anchor} placement="bottom-end" label={label}>
        {/* Above the field, as its list covers what is below. */}
        <p className="sd-key-setting-place">{placeText}</p>
        <OpenList className="sd-key-setting-box">
          <ComboField
            label={label}
            source={['keyDescriptions', 'units']}
            load={async (text) => matching(commonUnits, text)}
            ofText={optionOf}
            placeholder={inherited === undefined ? undefined : String(inherited)}
            value={value === undefined ? null : optionOf(value)}
            isOptional
            onChange={(chosen) => choose(chosen?.value)}
            error={error}
          />
        </OpenList>
        <p className="sd-key-setting-place">
          <PlaceLink of={place} />
        </p>
      </Popover>
    </>
  )
}

/** The field's list is what the button leads to, so it opens with it. */
function OpenList({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('[role=combobox]')?.click(), [])
  return (
    <div ref={box} className={className}>
      {children}
    </div>
  )
}

function DecimalsButton(props: SettingButtonProps<number>) {
  const { value, onChange, place, placeText, inherited, shownName } = props
  const t = useText()
  const { button, menu } = useMenuButton()
  const options = [undefined, ...Array.from({ length: keyDecimalsMax + 1 }, (_, decimals) => decimals)]
  const labelOf = (decimals: number | undefined) =>
    decimals !== undefined ? String(decimals) : t(place ? 'keyDescriptions.asForAll' : 'keyDescriptions.automatic')
  return (
    <>
      <Tooltip text={placeText}>
        <button {...button} type="button" className="sd-trigger sd-key-setting">
          {t('keyDescriptions.decimals')} <b>{value ?? t('keyDescriptions.automatic')}</b>
          <ChevronDown size={14} strokeWidth={2} aria-hidden />
        </button>
      </Tooltip>
      {menu.isOpen && (
        <Menu
          {...menu}
          label={t('keyDescriptions.decimalsOf', { key: shownName })}
          header={<p className="sd-key-setting-place">{placeText}</p>}
          items={options.map((decimals) => ({
            id: String(decimals),
            label: labelOf(decimals),
            hint: decimals === undefined && inherited !== undefined ? String(inherited) : undefined,
            isChecked: decimals === value,
            onSelect: () => decimals !== value && onChange(decimals),
          }))}
        />
      )}
    </>
  )
}

/** Leads to all names and units of the place. */
function PlaceLink({ of: profile }: { readonly of: SettingPlace['profile'] }) {
  const t = useText()
  const text = t('keyDescriptions.edit')
  return profile ? (
    <Link to="/deviceProfiles" search={{ open: profile.id, tab: 'keys' }}>
      {text}
    </Link>
  ) : (
    <Link to="/settings/keys">{text}</Link>
  )
}
