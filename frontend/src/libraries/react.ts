/* Fetched and started before everything that stands on it; see boot.ts. */
import "react-dom/client"
