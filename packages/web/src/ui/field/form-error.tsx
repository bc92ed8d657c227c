/** Server error that concerns a form as a whole. */

import './field.css'
import { OctagonAlert } from 'lucide-react'

export function FormError({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <div className="sd-form-error" role="alert">
      <OctagonAlert size={18} strokeWidth={1.75} aria-hidden />
      {text}
    </div>
  )
}
