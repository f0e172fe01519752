/* The libraries every page stands on, fetched and started before the application itself; see boot.ts. */
import "react-dom/client"
