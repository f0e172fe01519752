import { date, dateTime, onClock } from "./time"

/** India has had one zone and no summer time since 1945. */
const IST_MINUTES = 330
const onIndianClock = (iso: string) => onClock(iso, () => IST_MINUTES)

/**
 * Date and time of an instant for staff, in the zone in which the server filters and groups by day, wherever the
 * reader is: 21 Nov 2026, 9:05 pm IST.
 */
export const formatStaffDateTime = (iso: string, language: string) =>
  `${dateTime(onIndianClock(iso), language)} IST`

/** The day of an instant for staff: 21 Nov 2026 IST. */
export const formatStaffDateOf = (iso: string, language: string) =>
  `${date(onIndianClock(iso), language)} IST`

/** The month of an instant in India: 2026-11. */
export const indianMonthOf = (iso: string) => onIndianClock(iso).toISOString().slice(0, 7)
