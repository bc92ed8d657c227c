/** Edge key and secret: shown and copied, never edited. */

import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { CopyIconButton } from '../../ui/copy/copy-button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'

const unchanged = () => {}

export function EdgeKeys({ routingKey, secret }: { readonly routingKey: string; readonly secret: string }) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  const eye = { size: 16, strokeWidth: 2 } as const
  return (
    <>
      <TextField
        label={t('edges.routingKey')}
        isMono
        readOnly
        value={routingKey}
        onChange={unchanged}
        end={<CopyIconButton text={routingKey} label={t('edges.copyKey')} />}
      />
      <TextField
        label={t('edges.secret')}
        help={t('edges.keyHelp')}
        isMono
        readOnly
        type={isShown ? 'text' : 'password'}
        autoComplete="off"
        value={secret}
        onChange={unchanged}
        end={
          <>
            <IconButton
              size="sm"
              label={isShown ? t('edges.hideSecret') : t('edges.showSecret')}
              icon={isShown ? <EyeOff {...eye} /> : <Eye {...eye} />}
              onClick={() => setShown(!isShown)}
            />
            <CopyIconButton text={secret} label={t('edges.copySecret')} />
          </>
        }
      />
    </>
  )
}
