/** Icons as a grid, by name: the common ones, or all of them. Choosing one closes the dialog with its name. */

import './icon-picker.css'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { Switch, TextField } from '../field/text-field.tsx'
import { Tooltip } from '../tooltip/tooltip.tsx'
import { commonIcons } from './material-icons.ts'

interface IconDialogProps {
  /** Name of the present one. */
  readonly icon: string
  /** Null: cancelled. */
  readonly onClose: (icon: string | null) => void
}

export function IconDialog({ icon, onClose }: IconDialogProps) {
  const t = useText()
  const [more, setMore] = useState<Readonly<Record<string, LucideIcon>> | null>(null)
  const [isLoading, setLoading] = useState(false)
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase().replaceAll(' ', '_')
  const shown = Object.entries({ ...commonIcons, ...more }).filter(([name]) => name.includes(wanted))

  async function showAll(isAll: boolean) {
    if (!isAll) return setMore(null)
    setLoading(true)
    try {
      setMore((await import('./more-material-icons.ts')).moreIcons)
    } finally {
      setLoading(false)
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
        <TextField label={t('inputs.iconSearch')} value={search} onChange={setSearch} />
        <Switch
          label={t('inputs.allIcons')}
          isChecked={more !== null}
          isDisabled={isLoading}
          onChange={(isAll) => void showAll(isAll)}
        />
      </div>
      {shown.length === 0 && <p className="sd-text-3">{t('ui.noOption', { query: search.trim() })}</p>}
      <ul className="sd-icon-grid">
        {shown.map(([name, Icon]) => (
          <li key={name}>
            <Tooltip text={name}>
              <button type="button" aria-label={name} aria-pressed={name === icon} onClick={() => onClose(name)}>
                <Icon size={20} strokeWidth={1.75} aria-hidden />
              </button>
            </Tooltip>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
