/** Options of the fields for keys and units. Pure. */

import type { ComboOption } from '../ui/field/combo-field.tsx'

const optionsMax = 50

export const commonUnits =
  '°C °F K % bar mbar Pa hPa kPa V mV A mA W kW MW Wh kWh var Hz kHz rpm l/s l/min m³/h m³ l m/s km/h mm cm m km g kg t ppm lx dB dBm s ms min h d €'.split(
    ' ',
  )

export const optionOf = (text: string): ComboOption => ({ value: text, label: text })

/** Those of the texts that contain the text, whatever its case. */
export function matching(texts: readonly string[], text: string): readonly ComboOption[] {
  const wanted = text.toLowerCase()
  return texts
    .filter((one) => one.toLowerCase().includes(wanted))
    .slice(0, optionsMax)
    .map(optionOf)
}
