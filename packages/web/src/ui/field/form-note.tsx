/** Explains what a form can't do or which setting has no effect, and why. */

import './field.css'
import { Info } from 'lucide-react'

export const FormNote = ({ text }: { text: string }) => (
  <p className="sd-form-note">
    <Info size={18} strokeWidth={1.75} aria-hidden />
    {text}
  </p>
)
