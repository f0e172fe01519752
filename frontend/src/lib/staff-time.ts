import { formatDate, formatDateTime, formatTime } from "./time"

/** Date and time for staff, with the time zone, as they may be abroad: 21 Nov 2026, 9:05 pm IST. */
export const formatStaffDateTime = (iso: string, language: string) => `${formatDateTime(iso, language)} IST`

/** Date for staff: 21 Nov 2026 IST. */
export const formatStaffDateOf = (iso: string, language: string) => `${formatDate(iso, language)} IST`

/** Time of day for staff, to the second: 9:05:00 pm IST. */
export const formatStaffTime = (iso: string, language: string) => `${formatTime(iso, language)} IST`
