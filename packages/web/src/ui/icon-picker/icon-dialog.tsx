/** Grid of icons with search by name, over common or all icons. Choosing one closes the dialog and returns its name. */

import './icon-picker.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { Switch, TextField } from '../field/text-field.tsx'
import { commonIcons } from './common-icons.ts'
import { IconGrid } from './icon-grid.tsx'
import { allIcons, type NamedIcon, namedIcons, searchIcons } from './icon-search.ts'

/** Ms between the last key press and the search. */
const delayMs = { common: 50, all: 100 }

const common = namedIcons(commonIcons)

interface IconDialogProps {
  /** Name of the current icon. */
  readonly icon: string
  /** Null: canceled. */
  readonly onClose: (icon: string | null) => void
}

export function IconDialog({ icon, onClose }: IconDialogProps) {
  const t = useText()
  const [all, setAll] = useState<readonly NamedIcon[] | null>(null)
  const [state, setState] = useState<'still' | 'loading' | 'failed'>('still')
  const [search, setSearch] = useState('')
  const [wanted, setWanted] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const names = useMemo(() => searchIcons(all ?? common, wanted).map(({ name }) => name), [all, wanted])

  useEffect(() => {
    const timer = setTimeout(() => setWanted(search.trim()), all ? delayMs.all : delayMs.common)
    return () => clearTimeout(timer)
  }, [search, all])

  async function showAll(isAll: boolean) {
    if (!isAll) return setAll(null)
    setState('loading')
    try {
      setAll(allIcons((await import('virtual:icons?names')).default))
      setState('still')
    } catch {
      setState('failed')
    }
  }

  return (
    <Dialog
      title={t('inputs.selectIcon')}
      size={640}
      onClose={() => onClose(null)}
      footer={
        <Button kind="plain" onClick={() => onClose(null)}>
          {t('ui.cancel')}
        </Button>
      }
    >
      <div className="sd-icon-tools">
        <TextField
          ref={field}
          label={t('inputs.iconSearch')}
          autoComplete="off"
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
          }}
        />
        <Switch
          label={t('inputs.allIcons')}
          isChecked={all !== null}
          isDisabled={state === 'loading'}
          onChange={(isAll) => void showAll(isAll)}
        />
      </div>
      {state === 'failed' && (
        <p role="alert" className="sd-icon-note">
          {t('inputs.iconsFailed')}
        </p>
      )}
      <p role="status" className="sd-icon-note">
        {names.length === 0 ? t('ui.noOption', { query: wanted }) : t('inputs.iconCount', { count: names.length })}
      </p>
      <IconGrid
        box={grid}
        label={t('inputs.icons')}
        names={names}
        current={icon}
        isAtCurrent={wanted === ''}
        onChoose={onClose}
        onLeave={() => field.current?.focus()}
      />
    </Dialog>
  )
}
